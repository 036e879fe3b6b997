/**
 * Drops peers that would be installed for nothing: the Prisma CLI (300 MB of engines and studio in production images), and
 * TensorFlow.js beside tfjs-tflite, of which the tests drive only the interpreter in WASM.
 */
function readPackage(pkg) {
  if (pkg.name === '@prisma/client' && pkg.peerDependencies) {
    delete pkg.peerDependencies.prisma;
    if (pkg.peerDependenciesMeta) delete pkg.peerDependenciesMeta.prisma;
  }
  if (pkg.name === '@tensorflow/tfjs-tflite') delete pkg.peerDependencies;
  return pkg;
}
module.exports = { hooks: { readPackage } };
