import Glibc
import Rendering

if let status = FilterTrial.statusIfChild(CommandLine.arguments) { exit(status) }
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
