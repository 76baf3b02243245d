import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the licences of the npm packages that a bundle contains, which must be published with it. `inputs` are the
 * paths of its modules, relative to `directory`.
 */
export async function licensesOf(inputs: readonly string[], directory: string): Promise<string> {
  const packages = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))
  const texts = Array.from(packages, async (path) => {
    const root = join(directory, path)
    const { name, version, license } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const file = (await readdir(root)).find((entry) => entry.startsWith('LICENSE'))
    return `${name} ${version}\n\n${file ? await readFile(join(root, file), 'utf8') : `License: ${license}\n`}`
  })
  return (await Promise.all(texts)).toSorted().join('\n\n---\n\n')
}
