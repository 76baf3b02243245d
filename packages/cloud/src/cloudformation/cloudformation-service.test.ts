import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientConfiguration, Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'
import { signedFetch } from '../testing/signed-fetch.ts'

let ground: Ground
beforeAll(async () => {
  const queues = Array.from({ length: 101 }, (_, index) => [
    `Queue${index}`,
    { Type: 'AWS::SQS::Queue', Properties: {} },
  ])
  const outputs = {
    Url: { Value: { Ref: 'Queue0' } },
    Shared: { Value: 'a < b', Export: { Name: 'Test:Shared' } },
  }
  ground = await startGround(Object.fromEntries(queues), { outputs })
})
afterAll(() => ground[Symbol.asyncDispose]())

const call = (input: Record<string, string>, as: ClientConfiguration = ground.administrator) =>
  signedFetch(as, 'cloudformation', '/', { method: 'POST', body: new URLSearchParams(input).toString() })

test('describes the stacks with their outputs and exports, all or by name', async () => {
  for (const name of ['', 'Test']) {
    const { status, text } = await call({ Action: 'DescribeStacks', ...(name !== '' && { StackName: name }) })
    expect(status).toBe(200)
    expect(text).toContain('<StackName>Test</StackName>')
    expect(text).toContain('<EnableTerminationProtection>false</EnableTerminationProtection>')
    const url = ground.resource('Queue0').physicalId
    expect(text).toContain(`<member><OutputKey>Url</OutputKey><OutputValue>${url}</OutputValue></member>`)
    expect(text).toContain('<OutputValue>a &lt; b</OutputValue><ExportName>Test:Shared</ExportName>')
  }
})

test('lists the resources of a stack in pages', async () => {
  const list = { Action: 'ListStackResources', StackName: 'Test' }
  const [first, second] = [await call(list), await call({ ...list, NextToken: '100' })]
  expect(first.text.match(/<member>/g)).toHaveLength(100)
  expect(first.text).toContain('<NextToken>100</NextToken>')
  expect(second.text.match(/<member>/g)).toHaveLength(1)
  expect(second.text).not.toContain('NextToken')
})

test('rejects unknown stacks and tokens, calls without permission, and unsupported calls', async () => {
  const code = (name: string) => expect.stringContaining(`<Code>${name}</Code>`)
  const describe = { Action: 'DescribeStacks' }
  expect(await call({ ...describe, StackName: 'x' })).toEqual({ status: 400, text: code('ValidationError') })
  expect(await call({ ...describe, NextToken: 'x' })).toEqual({ status: 400, text: code('ValidationError') })
  expect(await call({ Action: 'DeleteStack', StackName: 'Test' })).toEqual({ status: 400, text: code('InvalidAction') })
  const Resource = 'arn:aws:cloudformation:eu-central-1:000000000000:stack/Test/*'
  const reader = ground.as({ Effect: 'Allow', Action: 'cloudformation:DescribeStacks', Resource })
  expect(await call({ ...describe, StackName: 'Test' }, reader)).toMatchObject({ status: 200 })
  expect(await call(describe, reader)).toEqual({ status: 403, text: code('AccessDenied') })
})
