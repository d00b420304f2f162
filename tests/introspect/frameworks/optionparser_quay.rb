# A harbour book in OptionParser.
require "optparse"

parser = OptionParser.new do |o|
  o.program_name = "quay"
  o.banner = "Usage: quay [options] BOAT..."
  o.separator ""
  o.separator "Where and how:"
  o.on("-b", "--books FOLDER", "Where the books lie") {}
  o.on("-s", "--side SIDE", %i[port starboard], "Which side lies at the wall", "  (port, starboard)") {}
  o.on("-l", "--light [COLOUR]", "Show a light at night") {}
  o.on("--[no-]fenders", "Hang fenders over the side") {}
  o.on("--ropes A,B,C", Array, "Lengths of ropes") {}
  o.on("-n", "How many") {}
  o.on("--a-rather-long-name-of-a-lantern WICK", "Goes below") {}
  o.separator ""
  o.separator "Common options:"
  o.on_tail("-h", "--help", "Show this message") { puts o; exit }
  o.on_tail("--version", "Show the version") { puts "1.4.2"; exit }
end
parser.parse!
puts "acted"
