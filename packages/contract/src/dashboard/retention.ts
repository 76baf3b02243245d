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
  method: 'GET',
  path: PATH,
  response: OrganizationRetention,
})

export const changeRetention = endpoint({
  ...forBrowsers,
  method: 'PUT',
  path: PATH,
  role: 'admin',
  body: RetentionChange,
  response: OrganizationRetention,
  audit: { action: 'update', object: 'organization', values: ['messageDays', 'deliveryDays'] },
})
