import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { RECORD } from '@replywright/infra/synth.ts'
import * as v from 'valibot'

const Synthesized = v.pipe(v.string(), v.parseJson(), v.looseObject({ sources: v.string() }))

/** A changed template of an assembly. */
export interface Change {
  /** The template's file. */
  readonly file: string
  readonly change: (template: string) => string
}

/** Removes the limits on requests. */
export const UNLIMITED: Change = {
  file: 'Messaging-local-Api.template.json',
  change: (template) =>
    template
      .replaceAll(/("(?:Throttling)?BurstLimit":) \d+/g, '$1 5000')
      .replaceAll(/("(?:Throttling)?RateLimit":) [\d.]+/g, '$1 10000'),
}

/** Removes the batching window, which delays statistics. */
export const WITHOUT_BATCHING_WINDOW: Change = {
  file: 'Messaging-local-Messaging.template.json',
  change: (template) => template.replaceAll(/("MaximumBatchingWindowInSeconds":) \d+/g, '$1 0'),
}

/**
 * Makes an assembly in `directory` with one template changed, unless it is there already. Returns `directory`. The other files and
 * the functions' compiled code are links, so that all assemblies share them.
 * @throws Error when nothing changes.
 */
export async function derivedAssembly(assembly: string, directory: string, { file, change }: Change): Promise<string> {
  const synthesized = await readFile(join(assembly, RECORD), 'utf8')
  // The record changes when this file changes.
  const record = `${synthesized}${(await stat(import.meta.filename)).mtimeMs}`
  if ((await readFile(join(directory, RECORD), 'utf8').catch(() => '')) === record) return directory
  const template = await readFile(join(assembly, file), 'utf8')
  const changed = change(template)
  if (changed === template) throw new Error(`${file} has nothing to change`)
  await rm(directory, { recursive: true, force: true })
  await link(assembly, directory, [file])
  await writeFile(join(directory, file), changed)
  // Written last, as in the assembly.
  await writeFile(join(directory, RECORD), record)
  return directory
}

/** Makes a service that starts in a process of its own use an assembly, as if it had synthesized it with its `context`. */
export async function lendAssembly(
  assembly: string,
  directory: string,
  context: Readonly<Record<string, string>>,
): Promise<void> {
  const { sources } = v.parse(Synthesized, await readFile(join(assembly, RECORD), 'utf8'))
  await link(assembly, directory)
  await writeFile(join(directory, RECORD), JSON.stringify({ context, sources }))
}

/** Links the files of an assembly in a directory, without its record and those in `without`. */
async function link(assembly: string, directory: string, without: readonly string[] = []): Promise<void> {
  await mkdir(directory, { recursive: true })
  await mkdir(join(assembly, '.compiled'), { recursive: true })
  const names = (await readdir(assembly)).filter((name) => name !== RECORD && !without.includes(name))
  for (const name of names) await symlink(resolve(assembly, name), join(directory, name))
}
