import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { createConversation, RoutingInput } from './conversations.ts'

function invalidFields(schema: v.GenericSchema, input: unknown): string[] {
  return (v.safeParse(schema, input).issues ?? []).map((issue) => v.getDotPath(issue) ?? '')
}

describe('Routing validation (spec)', () => {
  test.each([
    [{ mode: 'agent' }, []],
    [{ mode: 'webhook', webhookId: 'W' }, []],
    [{ mode: null }, []],
    [{ mode: 'inherit' }, []],
    [{ mode: 'agent', webhookId: null }, []],
    [{ mode: 'sandbox' }, ['mode']],
    [{}, ['mode']],
    [{ mode: 'webhook' }, ['webhookId']],
    [{ mode: 'webhook', webhookId: null }, ['webhookId']],
    [{ mode: 'agent', webhookId: 'W' }, ['webhookId']],
    [{ mode: null, webhookId: 'W' }, ['webhookId']],
    [{ mode: 'webhook', webhookId: 'W', agentId: '0190f7c8-5b1e-7c43-8b47-3b1f6d1f0a11' }, ['agentId']],
  ])('%o has the invalid fields %o', (input, paths) => expect(invalidFields(RoutingInput, input)).toEqual(paths))
})

describe('Create a conversation', () => {
  test.each([
    [{ toNumber: '447700900200' }, []],
    [{ phoneNumber: '+44 7700-900200' }, []],
    [{ toNumber: '447700900200', phoneNumber: 'malformed' }, []],
    [{ toNumber: '447700900200', phoneNumber: null }, []],
    [{ phoneNumber: 'malformed' }, ['phoneNumber']],
    [{ toNumber: '447700900200', phoneNumber: 7 }, []],
    [{ phoneNumber: 447700900200 }, ['toNumber']],
    [{ phoneNumber: null }, ['toNumber']],
    [{}, ['toNumber']],
    [{ toNumber: '0123' }, ['toNumber']],
    [{ toNumber: 447700900200 }, ['toNumber']],
    [{ toNumber: '447700900200', agentId: 'x' }, ['agentId']],
  ])('%o has the invalid fields %o', (input, paths) =>
    expect(invalidFields(createConversation.body, input)).toEqual(paths),
  )

  test('parses phone numbers as digits', () => {
    expect(v.parse(createConversation.body, { toNumber: ' +44 7700-900 200' })).toEqual({ toNumber: '447700900200' })
    expect(v.parse(createConversation.body, { phoneNumber: '+447700900200' })).toEqual({ toNumber: '447700900200' })
  })
})
