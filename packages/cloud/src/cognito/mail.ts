import type { MailTemplate } from './user-pools.ts'

/** A mail that a user pool would have sent. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The confirmation or reset code in it, or the temporary password. */
  readonly code: string
}

/** Where the mails of the user pools go: they leave the machine no further. */
export interface Outbox {
  /** Oldest first; of very many only the last. */
  readonly mail: readonly Mail[]
  send(to: string, username: string, code: string, template: MailTemplate): void
}

const KEPT = 1000

export function createOutbox(onMail: (mail: Mail) => void = () => {}): Outbox {
  const mail: Mail[] = []
  return {
    mail,
    send(to, username, code, { subject, body }) {
      const fill = (text: string) => text.replaceAll('{####}', code).replaceAll('{username}', username)
      const sent = { to, subject: fill(subject), body: fill(body), code }
      mail.push(sent)
      if (mail.length > KEPT) mail.shift()
      onMail(sent)
    },
  }
}
