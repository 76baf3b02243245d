import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Creates an assembly in `directory` that differs from another one of the local stage in the template of a stack. Returns
 * `directory`.
 * @throws Error if `change` returns the same template
 */
export async function changedAssembly(
  assembly: string,
  directory: string,
  stack: string,
  change: (template: string) => string,
): Promise<string> {
  const file = `Messaging-local-${stack}.template.json`
  const template = await readFile(join(assembly, file), 'utf8')
  const changed = change(template)
  if (changed === template) throw new Error(`${file} was not changed`)
  await mkdir(directory)
  for (const name of await readdir(assembly))
    if (name !== file) await symlink(join(assembly, name), join(directory, name))
  await writeFile(join(directory, file), changed)
  return directory
}
