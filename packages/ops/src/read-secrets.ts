import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Secrets by name: from the environment, else asked for without showing what is typed. */
export async function readSecrets(names: readonly string[]): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  for (const name of names) {
    const given = process.env[name] || (await ask(name))
    if (!given) throw new Error(`${name} is needed: set it in the environment, or type it when asked.`)
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
