/** Returns whether a test file uses what the global set-up provides: the synthesized app and the database engine. */
export function usesCloud(path: string): boolean {
  // Packages have folders named `test`, too.
  return !/(^|\/)packages\/(?!cloud\/)/.test(path) && /(^|\/)(test|packages\/cloud)\//.test(path)
}
