import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { VERIFY_CODE } from './verify-code.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"event":"test.ping","from":"é"}'
const directory = mkdtempSync(join(tmpdir(), 'verify-code-'))
afterAll(() => rmSync(directory, { recursive: true }))

const now = Math.floor(Date.now() / 1000)
const header = (t: number, secret = SECRET) => {
  const mac = createHmac('sha256', secret).update(`${t}.${BODY}`).digest('hex')
  return `t=${t},v1=${mac}`
}
const HEADERS = [
  [header(now), true],
  [header(now - 200), true],
  [header(now - 400), false],
  [header(now + 400), false],
  [header(now, 'whsec_other'), false],
  ['', false],
  ['t=1,v1=2', false],
] as const

/** Saves a program, runs it with the arguments body, header and secret, and returns what it prints. */
function run(name: string, text: string, command: string, ...args: string[]): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return execFileSync(command, [...args, file], { encoding: 'utf8', env: { ...process.env, BODY, SECRET } }).trim()
}
function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const HEADER_LIST = JSON.stringify(HEADERS.map(([text]) => text))
const VERDICTS = JSON.stringify(HEADERS.map(([, isGenuine]) => isGenuine))

test('Node.js', () => {
  const check = `console.log(JSON.stringify(${HEADER_LIST}.map((h) => isGenuine(Buffer.from(process.env.BODY), h, process.env.SECRET))))`
  expect(run('check.mjs', `${VERIFY_CODE.node}${check}`, process.execPath)).toBe(VERDICTS)
})

test.skipIf(!isInstalled('python3'))('Python', { tags: 'tool' }, () => {
  const check = `import json, os\nprint(json.dumps([is_genuine(os.environb[b"BODY"], h, os.environ["SECRET"]) for h in ${HEADER_LIST}], separators=(",", ":")))`
  expect(run('check.py', `${VERIFY_CODE.python}${check}`, 'python3')).toBe(VERDICTS)
})

test.skipIf(!isInstalled('php'))('PHP', { tags: 'tool' }, () => {
  const check = `echo json_encode(array_map(fn($h) => is_genuine(getenv('BODY'), $h, getenv('SECRET')), ${HEADER_LIST}));`
  expect(run('check.php', `${VERIFY_CODE.php}${check}`, 'php')).toBe(VERDICTS)
})

test.skipIf(!isInstalled('ruby'))('Ruby', { tags: 'tool' }, () => {
  const check = `require 'json'\nputs ${HEADER_LIST}.map { |h| genuine?(ENV['BODY'].b, h, ENV['SECRET']) }.to_json`
  expect(run('check.rb', `${VERIFY_CODE.ruby}${check}`, 'ruby')).toBe(VERDICTS)
})

test('the shell script signs its request', () => {
  const shown = `curl() { for a in "$@"; do case $a in X-Service-Signature:*) echo "$a";; esac; done; }\n`
  const [, t = '', mac] = /t=(\d+),v1=(\w+)/.exec(run('send.sh', `${shown}URL=x\n${VERIFY_CODE.curl}`, 'sh')) ?? []
  expect(mac).toBe(createHmac('sha256', SECRET).update(`${t}.{"event":"test.ping"}`).digest('hex'))
})
