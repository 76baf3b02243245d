import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import type { EpochMs } from '@replywright/contract/time.ts'
import { AWS_CLIENT } from '../aws-client.ts'
import { derivedId, isoTime } from '../clock.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'

const scheduler = /* @__PURE__ */ onFirstUse(() => new SchedulerClient(AWS_CLIENT))

/**
 * Creates a schedule that sends `body` to the windows queue at `fireAt`, at least once. `fireAt` is, a whole second in
 * the future. `kind`, `causes` and the time form the schedule's name, so that a repeated call is idempotent. A schedule
 * never changes, and is deleted after it fired.
 */
export async function createSchedule(
  kind: string,
  causes: readonly string[],
  fireAt: EpochMs,
  body: string,
): Promise<void> {
  const command = new CreateScheduleCommand({
    Name: `${kind}-${derivedId(kind, ...causes)}-${fireAt / 1000}`,
    GroupName: settings.SCHEDULE_GROUP,
    ScheduleExpression: `at(${isoTime(fireAt).slice(0, 19)})`,
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: {
      Arn: settings.SCHEDULE_TARGET_ARN,
      RoleArn: settings.SCHEDULE_ROLE_ARN,
      DeadLetterConfig: { Arn: settings.SCHEDULE_DEAD_LETTERS_ARN },
      Input: body,
    },
  })
  try {
    await scheduler.send(command)
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error
  }
}
