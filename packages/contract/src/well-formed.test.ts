import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AddNumberInput } from './accounts.ts'
import { changeContactMemory } from './dashboard/contact-memory.ts'
import { renameOrganization, updateProfile } from './dashboard/profile.ts'
import { saveReply } from './dashboard/saved-replies.ts'
import { addNote, sendUpload } from './dashboard/thread.ts'
import { createWebhook } from './dashboard/webhooks.ts'
import { LinkSessionInput } from './link-sessions.ts'
import { McpConnectorInput } from './mcp-connectors.ts'
import { TemplateChange } from './templates.ts'
import { TestRunInput } from './test-runs.ts'
import { TrialInput } from './trials.ts'

/** Half of a surrogate pair, which JSON can contain and UTF-8 cannot. */
const HALF = '\ud83d'

test.each<[string, v.GenericSchema, object]>([
  ['name', AddNumberInput, { name: HALF }],
  ['successUrl', LinkSessionInput, { successUrl: `https://a.example/${HALF}` }],
  ['name', McpConnectorInput, { name: HALF }],
  ['url', McpConnectorInput, { url: `https://a.example/${HALF}` }],
  ['name', TemplateChange, { name: HALF }],
  ['language', TemplateChange, { language: HALF }],
  ['file', TestRunInput, { file: HALF }],
  ['text', TrialInput, { text: HALF }],
  ['buttonId', TrialInput, { buttonId: HALF }],
  ['value', changeContactMemory.body, { value: `"${HALF}"` }],
  ['name', renameOrganization.body, { name: HALF }],
  ['name', updateProfile.body, { name: HALF }],
  ['text', saveReply.body, { text: HALF }],
  ['text', addNote.body, { text: HALF }],
  ['name', sendUpload.body, { name: HALF }],
  ['caption', sendUpload.body, { caption: HALF }],
  ['name', createWebhook.body, { name: HALF }],
  ['url', createWebhook.body, { url: `https://a.example/${HALF}` }],
])('%s: must be well-formed Unicode', (path, schema, input) => {
  const messagesOf = (value: object) =>
    v.safeParse(schema, value).issues?.flatMap((issue) => (v.getDotPath(issue) === path ? [issue.message] : []))
  expect(messagesOf(input)).toEqual(['must be well-formed Unicode'])
  const whole = Object.fromEntries(Object.entries(input).map(([name, text]) => [name, text.replace(HALF, '💩')]))
  expect(messagesOf(whole) ?? []).toEqual([])
})
