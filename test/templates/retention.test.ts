import { uploadKeys } from '@replywright/core/conversations/media/media-keys.ts'
import { expect, test } from 'vitest'
import { functions, resources, synthesizeWithoutDashboard } from '../infra/stacks.ts'

test('the retention of messages and deliveries is that of the settings, in functions and the bucket', () => {
  const templates = synthesizeWithoutDashboard({ messageDays: 90, deliveryDays: 7 })
  for (const { lambda } of Object.values(functions(templates)))
    expect(lambda.Properties.Environment.Variables).toMatchObject({ MESSAGE_DAYS: '90', DELIVERY_DAYS: '7' })
  const [bucket] = Object.values(resources(templates, 'AWS::S3::Bucket')).filter(({ Properties }) =>
    JSON.stringify(Properties).includes('media/proxy/'),
  )
  const media = { Prefix: 'media/', ExpirationInDays: 90, Status: 'Enabled' }
  expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual(media)
  const { unsent, sent } = uploadKeys({ organizationId: 'o', conversationId: 'c', uploadId: 'u' })
  const never = { Prefix: 'media/unsent/', ExpirationInDays: 7, Status: 'Enabled' }
  expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual(never)
  expect(unsent.startsWith(never.Prefix)).toBe(true)
  expect(sent.startsWith(media.Prefix) && !sent.startsWith(never.Prefix)).toBe(true)
})
