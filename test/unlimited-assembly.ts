import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies an assembly into `directory`, without the limits on requests. Returns `directory`. @throws Error when there are none. */
export async function unlimited(assembly: string, directory: string): Promise<string> {
  await cp(assembly, directory, { recursive: true })
  const file = join(directory, 'Messaging-local-Api.template.json')
  const limited = await readFile(file, 'utf8')
  const template = limited
    .replaceAll(/("(?:Throttling)?BurstLimit":) \d+/g, '$1 5000')
    .replaceAll(/("(?:Throttling)?RateLimit":) [\d.]+/g, '$1 10000')
  if (template === limited) throw new Error(`${file} has no limits`)
  await writeFile(file, template)
  return directory
}
