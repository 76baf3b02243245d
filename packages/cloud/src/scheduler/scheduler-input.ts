import * as v from 'valibot'
import type { Json } from '../resource.ts'
import { ServiceError } from '../service-error.ts'

const Name = v.pipe(v.string(), v.regex(/^[0-9a-zA-Z-_.]{1,64}$/, 'must match ^[0-9a-zA-Z-_.]{1,64}$'))
const Arn = v.pipe(v.string(), v.startsWith('arn:'))
const wholeNumber = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

const Target = v.object({
  Arn,
  RoleArn: Arn,
  Input: v.optional(v.pipe(v.string(), v.minLength(1), v.maxBytes(256 * 1024))),
  RetryPolicy: v.optional(
    v.object({
      MaximumEventAgeInSeconds: v.optional(wholeNumber(60, 86_400)),
      MaximumRetryAttempts: v.optional(wholeNumber(0, 185)),
    }),
  ),
  DeadLetterConfig: v.optional(v.object({ Arn: v.optional(Arn) })),
  SqsParameters: v.optional(v.object({ MessageGroupId: v.optional(v.pipe(v.string(), v.maxLength(128))) })),
})

/** A schedule as the API accepts it; dates are seconds since the epoch. */
export const ScheduleDefinition = v.object({
  ScheduleExpression: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  ScheduleExpressionTimezone: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(50)), 'UTC'),
  StartDate: v.optional(v.number()),
  EndDate: v.optional(v.number()),
  Description: v.optional(v.pipe(v.string(), v.maxLength(512))),
  State: v.optional(v.picklist(['ENABLED', 'DISABLED']), 'ENABLED'),
  ActionAfterCompletion: v.optional(v.picklist(['NONE', 'DELETE']), 'NONE'),
  FlexibleTimeWindow: v.variant('Mode', [
    v.object({ Mode: v.literal('OFF') }),
    v.object({ Mode: v.literal('FLEXIBLE'), MaximumWindowInMinutes: wholeNumber(1, 1440) }),
  ]),
  Target,
})
export type ScheduleDefinition = v.InferOutput<typeof ScheduleDefinition>

export const ScheduleKey = v.object({ name: Name, group: v.optional(Name, 'default') })
export type ScheduleKey = v.InferOutput<typeof ScheduleKey>

const count = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100))

export const Page = v.object({
  limit: v.optional(count, '100'),
  prefix: v.optional(v.string(), ''),
  after: v.optional(v.string(), ''),
})
export type Page = v.InferOutput<typeof Page>

/** Validates a value. @throws ServiceError `ValidationException` that names each invalid field. */
export function checked<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const found = result.issues.map((issue) => `Value at '${v.getDotPath(issue) ?? ''}' ${issue.message}`)
  throw invalid(`${found.length} validation error${found.length > 1 ? 's' : ''} detected: ${found.join('; ')}`)
}

export function invalid(message: string): ServiceError {
  return new ServiceError(400, 'ValidationException', message)
}

export function parseDefinition(text: string): ScheduleDefinition {
  const value: Json = JSON.parse(text)
  return checked(ScheduleDefinition, value)
}
