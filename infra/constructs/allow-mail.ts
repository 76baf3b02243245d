import { Stack } from 'aws-cdk-lib/core'
import { dashboardUrlOf, type Settings } from '../settings.ts'
import type { ServiceFunction } from './service-function.ts'

/** Allows a function to send mails from `mailFrom` with Amazon SES. Without that setting, no mails are sent. */
export function allowMail(sender: ServiceFunction, settings: Settings): void {
  const { mailFrom } = settings
  const dashboardUrl = dashboardUrlOf(settings)
  if (mailFrom === '') return
  const resourceName = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  sender.allow(
    {
      actions: ['ses:SendEmail'],
      resources: [Stack.of(sender).formatArn({ service: 'ses', resource: 'identity', resourceName })],
    },
    { MAIL_FROM: mailFrom, ...(dashboardUrl && { DASHBOARD_URL: dashboardUrl }) },
  )
}
