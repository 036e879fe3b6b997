// Loaded into an app whose memory is measured (`node --require`): collects its garbage on SIGUSR2, so that what is read is what it holds.
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => collect());
