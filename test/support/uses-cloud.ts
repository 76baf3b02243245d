/** Returns whether a test file uses what the global set-up provides: the synthesized app and the database engine. */
export function usesCloud(path: string): boolean {
  return /(^|\/)(test|packages\/cloud)\//.test(path)
}
