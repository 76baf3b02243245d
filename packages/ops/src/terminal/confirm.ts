import { createInterface } from 'node:readline/promises'

/**
 * Asks before something is done that cannot be undone.
 * @throws Error when the answer is not yes, or nobody can be asked
 */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Error(`${question} Nobody can be asked here: say --yes to do it.`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  prompt.once('SIGINT', () => process.exit(130))
  const answer = await prompt.question(`${question} [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Nothing was done.')
}
