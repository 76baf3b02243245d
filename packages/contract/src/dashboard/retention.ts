import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { MAX_DELIVERY_DAYS, MAX_MESSAGE_DAYS } from '../retention.ts'
import { forBrowsers } from './fields.ts'

const days = (maximum: number) => {
  const message = `must be a whole number between 1 and ${maximum}, or null`
  return v.nullable(v.pipe(v.number(message), v.integer(message), v.minValue(1, message), v.maxValue(maximum, message)))
}

/** An organisation's own retention in days; null applies that of the service. */
export const RetentionChange = v.object({
  messageDays: days(MAX_MESSAGE_DAYS),
  deliveryDays: days(MAX_DELIVERY_DAYS),
})

const Days = v.object({ messageDays: v.number(), deliveryDays: v.number() })

export const OrganizationRetention = v.object({
  messageDays: v.pipe(v.nullable(v.number()), v.description('Null if that of the service applies.')),
  deliveryDays: v.pipe(v.nullable(v.number()), v.description('Null if that of the service applies.')),
  effective: v.pipe(Days, v.description('The days for which new messages and deliveries are kept.')),
  maximum: v.pipe(Days, v.description('The retention of the service, which an organization can only shorten.')),
})
export type OrganizationRetention = v.InferOutput<typeof OrganizationRetention>

const PATH = '/dashboard-api/v1/organization/retention/'

export const getRetention = endpoint({
  ...forBrowsers,
  tag: 'Organization',
  method: 'GET',
  path: PATH,
  summary: 'Get how long messages and deliveries of the organization are kept',
  response: OrganizationRetention,
})

export const changeRetention = endpoint({
  ...forBrowsers,
  tag: 'Organization',
  method: 'PUT',
  path: PATH,
  role: 'admin',
  summary: 'Change how long new messages and deliveries of the organization are kept',
  description:
    'Applies to new items within a minute. Existing ones keep their expiry. Deliveries cannot be kept longer than messages.',
  body: RetentionChange,
  response: OrganizationRetention,
  errors: [400],
  audit: { action: 'update', object: 'organization' },
})
