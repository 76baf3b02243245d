import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { derivedAssembly } from '../support/assemblies/derived-assembly.ts'
import { freshCustomer, startTestService } from '../support/service.ts'

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true })
})

/** Returns the assembly without one grant: the action is removed from every policy. */
async function assemblyWithout(action: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'replywright-grants-'))
  directories.push(directory)
  return await derivedAssembly(inject('assembly'), directory, {
    file: 'Messaging-local-Messaging.template.json',
    change: (template) => template.replaceAll(`"${action}"`, '"sts:GetCallerIdentity"'),
  })
}

test('a call without its grant is denied as on AWS, and the provider gets a 500 and retries', async () => {
  const lines: string[] = []
  const refused: string[] = []
  await using service = await startTestService({
    assembly: await assemblyWithout('dynamodb:PutItem'),
    log: ({ line }) => lines.push(line),
    observe: ({ allowed, action }) => {
      if (!allowed) refused.push(action)
    },
  })
  const { status } = await service.provider.sendAsCustomer({ from: freshCustomer(), text: 'Hello' })
  expect(status).toBe(500)
  expect(refused).toContain('TransactWriteItems')
  expect(lines.join('\n')).toContain('is not authorized to perform: dynamodb:PutItem')
})

test('a worker without the right to read its queue does not start', async () => {
  const assembly = await assemblyWithout('sqs:ReceiveMessage')
  await expect(startTestService({ assembly })).rejects.toThrow('may not sqs:ReceiveMessage')
})
