import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Returns secrets by name, from the environment or from a prompt that hides the input. */
export async function readSecrets(names: readonly string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const given = process.env[name] || (await ask(name))
    if (!given) throw new Error(`${name} is required: set it in the environment, or enter it at the prompt.`)
    secrets[name] = given
  }
  return secrets
}

async function ask(name: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  process.stderr.write(`${name}: `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: silent, terminal: true })
  const answer = await prompt.question('')
  prompt.close()
  process.stderr.write('\n')
  return answer.trim()
}
