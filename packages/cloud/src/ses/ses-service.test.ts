import { SESv2 } from '@aws-sdk/client-sesv2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ground } from '../testing/ground.ts'
import { startGround } from '../testing/shared-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await startGround({})
})
afterAll(() => ground[Symbol.asyncDispose]())

const FROM = 'no-reply@example.com'

/** Sends a mail with a policy that allows these resources, for one sender. */
const send = (resources: readonly string[], from = FROM) =>
  new SESv2(
    ground.as({
      Effect: 'Allow',
      Action: 'ses:SendEmail',
      Resource: resources.map((name) => `arn:aws:ses:eu-central-1:000000000000:${name}`),
      Condition: { StringEquals: { 'ses:FromAddress': FROM } },
    }),
  ).sendEmail({
    FromEmailAddress: from,
    Destination: { ToAddresses: ['user@example.org'] },
    Content: { Simple: { Subject: { Data: 'Subject' }, Body: { Text: { Data: 'Text' } } } },
  })

test('requires the identities of sender and recipient, and the default configuration set', async () => {
  expect(await send(['identity/*', 'configuration-set/*'])).toMatchObject({ MessageId: expect.any(String) })
  for (const resources of [['identity/*'], ['configuration-set/*'], ['identity/example.com', 'configuration-set/*']])
    await expect(send(resources)).rejects.toMatchObject({ name: 'AccessDeniedException' })
})

test('refuses another sender', async () => {
  await expect(send(['*'], 'other@example.com')).rejects.toMatchObject({ name: 'AccessDeniedException' })
})
