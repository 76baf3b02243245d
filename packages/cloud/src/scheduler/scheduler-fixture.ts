import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler'
import type { Json, JsonObject } from '../resource.ts'
import type { Ground } from '../testing/ground.ts'

/** The time of a test's clock at the start. */
export const NOW = Date.parse('2026-11-21T10:00:00Z')

const arnOf = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] })

/** Builds a role for the Scheduler. */
function role(Statement: readonly JsonObject[], Condition: JsonObject, Service = 'scheduler.amazonaws.com'): Json {
  const trust = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service }, Condition }
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      AssumeRolePolicyDocument: { Statement: [trust] },
      Policies: [{ PolicyName: 'targets', PolicyDocument: { Statement } }],
    },
  }
}

const ofGroup = { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' }, 'aws:SourceArn': arnOf('Group') } }

/** A group, queues and a function as targets, and roles with and without permissions. */
export const TEMPLATE: { readonly [logicalId: string]: Json } = {
  Group: { Type: 'AWS::Scheduler::ScheduleGroup', Properties: { Name: 'windows' } },
  Queue: { Type: 'AWS::SQS::Queue' },
  Dead: { Type: 'AWS::SQS::Queue' },
  Role: role(
    [
      {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Resource: [arnOf('Queue'), arnOf('Dead'), { 'Fn::Sub': 'arn:aws:sqs:*:*:gone' }],
      },
      { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: '*' },
    ],
    ofGroup,
  ),
  Poor: role([{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: arnOf('Dead') }], ofGroup),
  Foreign: role([{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }], {}, 'lambda.amazonaws.com'),
}

/** Builds the input of a schedule of the group `windows` that sends `hello` to the queue once. */
export function schedule(
  ground: Ground,
  Name: string,
  {
    Target,
    ...more
  }: Partial<Omit<CreateScheduleCommandInput, 'Target'>> & {
    Target?: Partial<NonNullable<CreateScheduleCommandInput['Target']>>
  } = {},
): CreateScheduleCommandInput {
  return {
    Name,
    GroupName: 'windows',
    ScheduleExpression: 'at(2026-11-21T10:00:05)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ...more,
    Target: {
      Arn: ground.resource('Queue').arn,
      RoleArn: ground.resource('Role').arn,
      Input: 'hello',
      ...Target,
    },
  }
}
