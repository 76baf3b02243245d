/**
 * Returns why a stage is not deployed: `stages` lists the stages, and this is none of them. A misspelt name would create a
 * second service. Undefined if the stage is listed, none is, or the stage is this machine's.
 */
export function stageProblem(stage: string, listed: readonly string[]): string | undefined {
  if (stage === 'local' || listed.length === 0 || listed.includes(stage)) return undefined
  return `stage: cdk.json lists the stages ${listed.join(', ')}, but not "${stage}". Choose one of them with -c stage=…, or add "${stage}": {} to "stages" for a new service`
}
