// @module-tag full

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { reservePort } from '@replywright/cloud/engines'
import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'

/** Pages whose shell commands a reader pastes in their order, each in a shell of its own. */
const GUIDES = ['README.md', 'docs/api.md', 'docs/agents.md', 'skills/replywright/SKILL.md']
/** Commands that start or deploy the service, or do not end, and those of `generated-clients.test.ts`. */
const NOT_HERE = /^npm (start|test)|--stage|^\.\/replywright listen|^npx openapi-typescript/m

test.each(GUIDES)('the commands of %s work', async (page) => {
  await using service = await startTestService({ agentAnswers: true })
  const { baseUrl, providerUrl, receiverUrl } = service.ready
  const { port, release } = await reservePort()
  await release()
  const blocks = Array.from(readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block)
  const script = blocks
    .filter((block) => !NOT_HERE.test(block))
    .join('\n')
    .replaceAll('http://127.0.0.1:3000', baseUrl)
    .replaceAll('http://127.0.0.1:3002', providerUrl)
    .replaceAll('http://127.0.0.1:3003', receiverUrl)
    .replaceAll('.local/ready.json', join(service.dataDir, 'ready.json'))
    .replaceAll('./replywright', resolve('replywright'))
    .replaceAll('8080', String(port))
    .replaceAll('npm run ops --', `node ${resolve('packages/ops/src/main.ts')}`)
  const cwd = await mkdtemp(join(tmpdir(), 'replywright-guide-'))
  try {
    const env = { ...process.env, DATA_DIR: service.dataDir }
    const running = promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd, env })
    running.child.stdin?.end()
    const { stdout } = await running
    expect(stdout).not.toBe('')
    expect(stdout).not.toMatch(/"error":|undefined/)
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
})
