import { Stack } from 'aws-cdk-lib/core'
import { dashboardUrlOf, type Settings } from '../settings.ts'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** Amazon SES also checks the default configuration set of the sender's identity and, in its sandbox, the recipient's identity. */
const RESOURCES = ['identity', 'configuration-set']

/** Allows a function to send mails from `mailFrom` with Amazon SES. Without that setting, no mails are sent. */
export function allowMail(sender: ServiceFunction, settings: Settings): void {
  const { mailFrom } = settings
  const dashboardUrl = dashboardUrlOf(settings)
  if (mailFrom === '') return
  const stack = Stack.of(sender)
  sender.allow(
    {
      actions: ['ses:SendEmail'],
      resources: RESOURCES.map((resource) => stack.formatArn({ service: 'ses', resource, resourceName: '*' })),
      conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
    },
    { MAIL_FROM: mailFrom, ...(dashboardUrl && { DASHBOARD_URL: dashboardUrl }) },
  )
  for (const resource of RESOURCES)
    acknowledge(
      sender,
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${resource}/*]`,
      'A condition limits the sender to one address.',
    )
}
