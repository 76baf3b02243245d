import { createInterface } from 'node:readline/promises'

/** Asks about an irreversible action. @throws Error if the operator does not confirm, or if there is no terminal */
export async function confirm(question: string, yes: boolean): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) throw new Error(`${question} There is no terminal for a prompt. Use --yes to confirm.`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  prompt.once('SIGINT', () => process.exit(130))
  const answer = await prompt.question(`${question} [y/N] `)
  prompt.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Cancelled. Nothing was changed.')
}
