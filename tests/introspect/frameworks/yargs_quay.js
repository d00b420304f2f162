// A harbour office in yargs.
process.env.NODE_PATH = '/usr/share/nodejs';
require('module').Module._initPaths();
const yargs = require('yargs');

yargs(process.argv.slice(2))
  .scriptName('quay')
  .usage('$0 <command> [options]')
  .option('books', { alias: 'b', type: 'string', default: 'books', describe: 'where the books lie' })
  .option('secret', { type: 'string', hidden: true })
  .command(['moor <boat> [guests..]', 'tie'], 'give a boat a place', (y) => y
    .positional('boat', { describe: "the boat's name", type: 'string' })
    .positional('guests', { describe: 'who is on board', type: 'string', array: true })
    .option('side', { choices: ['port', 'starboard'], demandOption: true, describe: 'which side lies at the wall' })
    .option('rope', { alias: 'r', type: 'number', array: true, describe: 'length of a rope' })
    .option('verbose', { alias: 'v', type: 'count', describe: 'say more' })
    .option('fenders', { type: 'boolean', default: true, describe: 'hang fenders over the side, in a sentence that is so long that it goes on below' })
    .option('paint', { type: 'string', deprecated: 'use --hull', describe: 'colour of the hull' })
    .option('bare', { describe: 'of no type' }), () => console.log('acted'))
  .command('crew', 'who works here', (y) => y
    .command(['list', 'ls'], 'show everybody who works here', () => {}, () => {})
    .command('hire <name>', 'take somebody on', (z) => z.option('wage', { type: 'number', default: 12.5 }), () => {})
    .demandCommand(), () => {})
  .command('sink', false, () => {}, () => {})
  .demandCommand()
  .strict()
  .help()
  .parse();
