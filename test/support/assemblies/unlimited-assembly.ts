import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RECORD } from '@messaging/infra/synth.ts'

/**
 * Copies an assembly into `directory`, without the limits on requests, unless it is there already. Returns `directory`.
 * @throws Error when there are no limits.
 */
export async function unlimited(assembly: string, directory: string): Promise<string> {
  const synthesized = await readFile(join(assembly, RECORD), 'utf8')
  // The record changes when this file changes.
  const record = `${synthesized}${(await stat(import.meta.filename)).mtimeMs}`
  if ((await readFile(join(directory, RECORD), 'utf8').catch(() => '')) === record) return directory
  await rm(directory, { recursive: true, force: true })
  await cp(assembly, directory, { recursive: true, filter: (source) => source !== join(assembly, RECORD) })
  const file = join(directory, 'Messaging-local-Api.template.json')
  const limited = await readFile(file, 'utf8')
  const template = limited
    .replaceAll(/("(?:Throttling)?BurstLimit":) \d+/g, '$1 5000')
    .replaceAll(/("(?:Throttling)?RateLimit":) [\d.]+/g, '$1 10000')
  if (template === limited) throw new Error(`${file} has no limits`)
  await writeFile(file, template)
  // Written last, as in the assembly.
  await writeFile(join(directory, RECORD), record)
  return directory
}
