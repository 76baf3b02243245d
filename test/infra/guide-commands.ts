import { readFileSync } from 'node:fs'

/** What an operator pastes. The commands of `npm run ops` have a test beside them. */
export const GUIDES = ['docs/deploy.md', 'docs/upgrade.md', 'docs/operations.md']

const BLOCK = /^( *)```sh\n(.*?)^ *```$/gms

/** Returns the text of a guide with each command on one line. */
const textOf = (guide: string) => readFileSync(guide, 'utf8').replaceAll(/\\\n\s*/g, '')

/** Returns the blocks of a guide that are pasted, and the commands in its texts, without comments. */
export function pastesOf(guide: string): string[] {
  const text = textOf(guide)
  const blocks = Array.from(text.matchAll(BLOCK), ([, , block = '']) => block)
  const inline = Array.from(text.replaceAll(BLOCK, '').matchAll(/`((?:[A-Z_]+=… )?(?:aws|curl|npm) [^`]+)`/g))
  return [...blocks, ...inline.map(([, code = '']) => code.replaceAll('\\|', '|'))].map((paste) =>
    paste.replaceAll(/(^|[^\S\n]+)#\s.*$/gm, '').trim(),
  )
}

/** Returns the lines of what is pasted. */
export function commandsOf(guide: string): string[] {
  return pastesOf(guide).flatMap((paste) => paste.split('\n').map((line) => line.trim()))
}
