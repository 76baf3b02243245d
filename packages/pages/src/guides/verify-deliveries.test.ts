import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const GUIDE = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')
const SECRET = 'whsec_c2VjcmV0'
const BODY = '{"event":"message.received","message":{"body":"Ça va? \u{1F44B}"}}'

const directory = mkdtempSync(join(tmpdir(), 'replywright-verify-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** How the function of a language is called with the arguments of the command, and prints its result. */
const LANGUAGES = [
  {
    language: 'ts',
    file: 'verify.ts',
    whole: (code: string) =>
      `${code}\nconst [, , body, header, secret] = process.argv\nconsole.log(verify(body!, header!, secret!))`,
    command: [process.execPath],
    version: '--version',
  },
  {
    language: 'python',
    file: 'verify.py',
    whole: (code: string) =>
      `${code}\nimport sys\nprint(str(verify(sys.argv[1].encode(), sys.argv[2], sys.argv[3])).lower())`,
    command: ['python3'],
    version: '--version',
  },
  {
    language: 'go',
    file: 'verify.go',
    whole: (code: string) =>
      `package main\n\n${code.replace('import (', 'import (\n"fmt"\n"os"')}\nfunc main() { fmt.Println(verify([]byte(os.Args[1]), os.Args[2], os.Args[3])) }`,
    command: ['go'],
    build: true,
    version: 'version',
  },
  {
    language: 'php',
    file: 'verify.php',
    whole: (code: string) => `<?php\n${code}\necho verify($argv[1], $argv[2], $argv[3]) ? 'true' : 'false';`,
    command: ['php'],
    version: '--version',
  },
] as const

function signed(body: string, seconds: number, secret = SECRET): string {
  return `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

describe.each(LANGUAGES)(
  'the function of the guide in $language',
  ({ language, file, whole, command: [program], version, ...how }) => {
    const isMissing = spawnSync(program, [version]).status !== 0
    const [, code = ''] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(GUIDE) ?? []

    test.skipIf(isMissing)('accepts signed deliveries only', () => {
      const path = join(directory, file)
      writeFileSync(path, whole(code))
      const built = join(directory, `${file}.built`)
      if ('build' in how) spawnSync(program, ['build', '-o', built, path])
      const [run, ...args] = 'build' in how ? [built] : [program, path]
      const verify = (body: string, header: string) => {
        const { stdout, stderr } = spawnSync(run, [...args, body, header, SECRET], { encoding: 'utf8' })
        return stdout.trim() || stderr
      }
      const now = Math.floor(Date.now() / 1000)
      const [right, wrong] = [signed(BODY, now), signed(BODY, now, 'whsec_b3RoZXI=')]
      expect({
        signed: verify(BODY, `t=${now},${right}`),
        // While a secret is replaced, deliveries have a signature of each.
        rotated: verify(BODY, `t=${now},${wrong},${right}`),
        changed: verify(`${BODY} `, `t=${now},${right}`),
        ofOther: verify(BODY, `t=${now},${wrong}`),
        old: verify(BODY, `t=${now - 400},${signed(BODY, now - 400)}`),
        unsigned: verify(BODY, `t=${now}`),
        empty: verify(BODY, ''),
        malformed: verify(BODY, `t=${now},v1=é,v1`),
      }).toEqual({
        signed: 'true',
        rotated: 'true',
        changed: 'false',
        ofOther: 'false',
        old: 'false',
        unsigned: 'false',
        empty: 'false',
        malformed: 'false',
      })
    })
  },
)
