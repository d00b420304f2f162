// A harbour office in commander.
process.env.NODE_PATH = '/usr/share/nodejs';
require('module').Module._initPaths();
const { Command, Option, Argument } = require('commander');

const quay = new Command('quay');
quay.description('Keep the books of a small harbour.').version('1.4.2');
quay.option('-b, --books <folder>', 'where the books lie', 'books');
quay.option('--no-colour', 'do without colour');
quay.addOption(new Option('--secret <word>', 'nobody should see this').hideHelp());

quay.command('moor').alias('tie').description('give a boat a place')
  .addArgument(new Argument('<boat>', "the boat's name"))
  .addArgument(new Argument('[guests...]', 'who is on board'))
  .addOption(new Option('-s, --side <side>', 'which side lies at the wall').choices(['port', 'starboard']).makeOptionMandatory())
  .option('-l, --light [colour]', 'show a light at night')
  .option('-r, --rope <metres...>', 'lengths of ropes')
  .addOption(new Option('-d, --depth <metres>', 'how deep the water must be').default(3).env('QUAY_DEPTH'))
  .action(() => console.log('acted'));

const crew = quay.command('crew').description('who works here');
crew.command('list').alias('ls').description('show everybody who works here').action(() => {});
crew.command('hire <name>').description('take somebody on, with a sentence that is so long that it has to go on in the line below this one')
  .option('--wage <n>', 'what is paid by the hour', parseFloat, 12.5).action(() => {});
quay.command('sink', { hidden: true }).description('nobody should see this').action(() => {});
quay.parse();
