import { ConflictException, CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler'
import { AWS_CLIENT } from '../aws-client.ts'
import { derivedId, isoTime } from '../clock.ts'
import { onFirstUse } from '../on-first-use.ts'
import { settings } from '../settings.ts'

const scheduler = onFirstUse(() => new SchedulerClient(AWS_CLIENT))

/**
 * Has `body` sent to the windows queue at `fireAt` (milliseconds since the epoch, a whole second ahead of now), at least
 * once. `kind` and `causes` say what for: together with the time they name the schedule, which is never changed and goes when
 * it has fired, so that making it again is making it once.
 */
export async function createSchedule(
  kind: string,
  causes: readonly string[],
  fireAt: number,
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
