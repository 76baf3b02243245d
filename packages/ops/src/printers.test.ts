import { csvLine } from '@replywright/contract/csv.ts'
import { limitMail } from '@replywright/core/people/notices/limit-mail.ts'
import { invitationMail, noticeMail, shareMail } from '@replywright/core/people/notices/mails.ts'
import { longWaitMail, waitingMail } from '@replywright/core/people/notices/waiting-mails.ts'
import { log, logError } from '@replywright/core/platform/log/log.ts'
import { signedUrl } from '@replywright/core/platform/objects/objects.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { fieldLines, tableReport, textLines } from './report.ts'
import { block, inline, painted, plain } from './terminal/text.ts'

/** What a customer, a model or another user may write. */
const HOSTILE = [
  '\u001B]0;title\u0007\u001B[2J\u001B]52;c;aGk=\u0007\u009B2J\u0000\u007F\b',
  '\u202Egpj.exe\u2066\u2067\u2068\u2069\u202A\u202B\u202C\u202D\u200E\u200F\u061C',
  'https://evil.example/login www.evil.example mailto:a@evil.example evil\u200B.example evil\u2024example 192.0.2.1/x',
  'a\r\nBcc: all@example.com\u2028b\u2029c\u0085d\v\fe',
  '\u200B\u200C\u200D\uFEFF\u2060\u00AD\u180E\u3164\u{E0041}\uD800',
  '”. <a href="//evil.example">Sign in</a> “',
].join(' ')
const DASHBOARD = 'https://dashboard.example.com'

const mail = ({ subject, text }: { readonly subject: string; readonly text: string }) => `${subject}\n${text}`
const screen = { width: Number.POSITIVE_INFINITY, paint: plain }

/** What the service sends as a mail. */
const MAILS = {
  'a customer waits: name': () =>
    mail(waitingMail({ organizationId: 'o', conversationId: '1', name: HOSTILE, reason: '' }, true, DASHBOARD)),
  'a customer waits: reason': () =>
    mail(waitingMail({ organizationId: 'o', conversationId: '1', name: '', reason: HOSTILE }, true, DASHBOARD)),
  'a customer still waits: name': () =>
    mail(longWaitMail({ organizationId: 'o', conversationId: '1', name: HOSTILE, reason: '' }, true, DASHBOARD)),
  'a customer still waits: reason': () =>
    mail(longWaitMail({ organizationId: 'o', conversationId: '1', name: '', reason: HOSTILE }, true, DASHBOARD)),
  'an endpoint fails: name': () =>
    mail(noticeMail('failing', { organizationId: 'o', id: '1', name: HOSTILE, url: `${DASHBOARD}/hook` }, DASHBOARD)),
  'a limit is nearly used: agent': () =>
    mail(limitMail({ organizationId: 'o', limitUsd: 1, agent: { id: '1', name: HOSTILE } }, DASHBOARD)),
  'an invitation: organisation': () =>
    mail(invitationMail({ organizationName: HOSTILE, invitedBy: 'anna', role: 'admin' }, DASHBOARD)),
  'a share: agent': () =>
    mail(shareMail({ agentName: HOSTILE, organizationName: 'Shop', sharedBy: 'anna' }, DASHBOARD)),
  'a share: organisation': () =>
    mail(shareMail({ agentName: 'Ada', organizationName: HOSTILE, sharedBy: 'anna' }, DASHBOARD)),
}

/** What prints on a terminal, to a file or to a log. Each returns what is written. */
const PRINTERS: Readonly<Record<string, () => string | Promise<string>>> = {
  ...MAILS,
  'an endpoint fails: address': () =>
    mail(noticeMail('failing', { organizationId: 'o', id: '1', name: '', url: HOSTILE }, DASHBOARD)),
  'an invitation: who invites': () =>
    mail(invitationMail({ organizationName: '', invitedBy: HOSTILE, role: 'admin' }, DASHBOARD)),
  'a share: who shares': () => mail(shareMail({ agentName: '', organizationName: '', sharedBy: HOSTILE }, DASHBOARD)),
  'a cell of a table': () =>
    tableReport({ columns: [{ title: 'A', of: () => HOSTILE }], rows: [0], json: null, empty: '' })
      .lines(screen)
      .join('\n'),
  'a field of a report': () => fieldLines({ name: HOSTILE }).join('\n'),
  'an indented text, such as a payload or the content of a trace': () => textLines(HOSTILE).join('\n'),
  'a line of a command, such as a difference of agents, and an error': () => block(HOSTILE),
  'a line of a chat': () => inline(HOSTILE),
  'the whole output of a command': () => painted(HOSTILE),
  'a cell of a CSV file': () => csvLine([HOSTILE]).replaceAll('\r\n', '\n'),
  'the name of a download': async () =>
    decodeURIComponent(new URL(await signedUrl('key', HOSTILE)).searchParams.get('response-content-disposition') ?? ''),
  'a log line': () => written(() => log('event', { name: HOSTILE })),
  'a log line of an error': () => written(() => logError('event', new TypeError(HOSTILE), { name: HOSTILE })),
}

vi.stubEnv('LOG_LEVEL', 'info')
vi.stubEnv('BUCKET_NAME', 'bucket')
vi.stubEnv('AWS_REGION', 'eu-west-1')
vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
afterAll(() => {
  vi.unstubAllEnvs()
  output.mockRestore()
})

function written(print: () => void): string {
  output.mockClear()
  print()
  return output.mock.calls.map(([text]) => String(text)).join('')
}

describe('a hostile text is harmless in', () => {
  test.each(Object.entries(PRINTERS))('%s', async (_, print) => {
    const shown = await print()
    expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
    expect(shown.length).toBeGreaterThan(0)
  })

  test.each(Object.entries(MAILS))('the mail that %s, and becomes no link and no header', (_, print) => {
    const [subject = '', ...lines] = print().split('\n')
    const text = lines.join('\n').replaceAll(/https:\/\/dashboard\.example\.com\S*/g, '')
    for (const shown of [subject, text]) {
      expect(shown).not.toMatch(/:\/\/|www\.|mailto:|@|[\p{L}\p{N}]\.\p{L}|\d\.\d+\.\d|[<>]/u)
      expect(shown.match(/“/g) ?? []).toHaveLength((shown.match(/”/g) ?? []).length)
    }
    expect(subject.length).toBeLessThan(150)
  })
})

test('a command keeps its own colours', () => {
  expect(painted('\u001B[1mTitle\u001B[22m \u001B[2J')).toBe('\u001B[1mTitle\u001B[22m \uFFFD[2J')
})
