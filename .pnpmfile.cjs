/** Keeps the Prisma CLI (300 MB of engines and studio) out of production images: @prisma/client lists it as a peer. */
function readPackage(pkg) {
  if (pkg.name === '@prisma/client' && pkg.peerDependencies) {
    delete pkg.peerDependencies.prisma;
    if (pkg.peerDependenciesMeta) delete pkg.peerDependenciesMeta.prisma;
  }
  return pkg;
}
module.exports = { hooks: { readPackage } };
