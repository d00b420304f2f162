# A harbour office in Thor.
require "thor"

class Crew < Thor
  desc "list", "Show everybody who works here"
  def list; end

  desc "hire NAME", "Take somebody on"
  method_option :wage, type: :numeric, default: 12.5, desc: "what is paid by the hour"
  def hire(name); end
end

class Quay < Thor
  class_option :books, type: :string, default: "books", desc: "where the books lie"
  def self.exit_on_failure? = true
  package_name "quay"

  desc "moor BOAT [GUESTS...]", "Give a boat a place"
  long_desc "Give a boat a place. It must not be moored elsewhere."
  method_option :side, aliases: "-s", enum: %w[port starboard], required: true, desc: "which side lies at the wall"
  method_option :light, type: :string, lazy_default: "white", desc: "show a light at night"
  method_option :rope, type: :array, desc: "lengths of ropes"
  method_option :fenders, type: :boolean, default: true, desc: "hang fenders over the side"
  method_option :secret, type: :string, hide: true
  def moor(boat, *guests) = puts("acted")
  map "tie" => :moor

  desc "crew SUBCOMMAND ...ARGS", "Who works here"
  subcommand "crew", Crew

  desc "sink", "Nobody should see this", hide: true
  def sink; end
end

Quay.start(ARGV)
