#!/usr/bin/perl
use strict;
use warnings;
use Getopt::Long;
use Pod::Usage;

my %given;
GetOptions(\%given, 'help|?', 'books|b=s', 'light:s', 'rope=i@', 'fenders!', 'verbose|v+') or pod2usage(2);
pod2usage(1) if $given{help};
print "acted\n";

__END__

=head1 NAME

quay - give boats a place

=head1 SYNOPSIS

quay [options] boat [guest ...]

=head1 OPTIONS

=over 8

=item B<--help>

Print a short text and end.

=item B<-b>, B<--books>=I<folder>

Where the books lie.

=item B<--light>[=I<colour>]

Show a light at night.

=item B<--rope> I<metres>

Length of a rope; can be given more than once.

=item B<--[no]fenders>

Hang fenders over the side.

=item B<-v>, B<--verbose>

Say more.

=back

=head1 DESCRIPTION

B<quay> gives boats a place.

=cut
