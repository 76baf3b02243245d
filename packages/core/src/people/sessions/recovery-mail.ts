import type { Mail } from '../notices/notice-mail.ts'

/** Builds the mail to a user whose recovery code was used. Without `dashboardUrl`, it has no link. */
export function recoveryMail(dashboardUrl: string | undefined): Mail {
  const where = dashboardUrl === undefined ? 'under Settings → Security' : `at ${dashboardUrl}/security`
  return {
    subject: 'A recovery code was used',
    text: [
      'A sign-in with your password and a recovery code turned off two-factor authentication of your account.',
      `Set it up again ${where}.`,
      'If this was not you, reset your password now, and ask an operator of the service for help.',
    ].join('\n\n'),
  }
}
