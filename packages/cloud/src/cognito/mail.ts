import type { MailTemplate } from './user-pools.ts'

/** A mail that a user pool would send. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The confirmation code, reset code or temporary password in the mail. */
  readonly code: string
}

/** The mails of the user pools. They are not sent. */
export interface Outbox {
  /** Oldest first; limited to the latest. */
  readonly mail: readonly Mail[]
  send(to: string, username: string, code: string, template: MailTemplate): void
  /** Returns a function that deletes the mails that were sent since. */
  remember(): () => void
}

const MAX_MAILS = 1000

export function createOutbox(onMail: (mail: Mail) => void = () => {}): Outbox {
  const mail: Mail[] = []
  return {
    mail,
    send(to, username, code, { subject, body }) {
      const fill = (text: string) => text.replaceAll('{####}', code).replaceAll('{username}', username)
      const sent = { to, subject: fill(subject), body: fill(body), code }
      mail.push(sent)
      if (mail.length > MAX_MAILS) mail.shift()
      onMail(sent)
    },
    remember() {
      const before = [...mail]
      return () => void mail.splice(0, mail.length, ...before)
    },
  }
}
