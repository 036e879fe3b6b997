/**
 * Decodes what it is sent and says what came of it: a process of its own, as render children are, so that its memory can be measured
 * and its death noticed.
 */
const { decodeGarment, decodePhoto } = require('../../dist');

process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, as, bytes }) => {
  const since = performance.now();
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - since, cpuMs: (user + system) / 1000 };
  };
  (as === 'photo' ? decodePhoto(bytes) : decodeGarment(bytes)).then(
    () => process.send({ id, ...spent() }),
    (error) => process.send({ id, ...spent(), code: error.code ?? null, message: error.message }),
  );
});
process.send({ id: 'ready' });
