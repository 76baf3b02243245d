import { expect, test } from 'vitest'
import { drawn, drawnPdf } from '../testing/pdf.ts'
import { readAs } from '../testing/read.ts'

const part = (head: string, body: string) => `--b\r\n${head.replace(/\n/g, '\r\n')}\r\n\r\n${body}\r\n`
const mail = (type: string, ...parts: readonly string[]) =>
  Buffer.from(
    `Subject: Order\r\nTo: shop@example.com\r\nContent-Type: ${type}; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`,
    'latin1',
  )
const text = part('Content-Type: text/plain', 'See the attachment')
const attached = (name: string, type = 'application/octet-stream', body = 'AAAA') =>
  part(
    `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64`,
    body,
  )

test.each([
  [
    'quoted-printable in cp1251',
    part(
      'Content-Type: text/plain; charset=windows-1251\nContent-Transfer-Encoding: quoted-printable',
      '=CC=E0=E3=E0=E7=E8=ED =EE=F2=EA=F0=FB=F2',
    ),
    'Магазин открыт',
  ],
  [
    'an attached PDF',
    text +
      attached(
        'prices.pdf',
        'application/pdf',
        Buffer.from(drawnPdf([drawn('Oak costs 5 EUR', 50, 700)])).toString('base64'),
      ),
    'Oak costs 5 EUR',
  ],
  [
    'parts in parts',
    `--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain\r\n\r\nPlain words\r\n--c--\r\n${part('Content-Type: text/html', '<p>Second part</p>')}`,
    'Second part',
  ],
  [
    'an attached table',
    text + attached('p.csv', 'text/csv', Buffer.from('Name;Price\nOak;5').toString('base64')),
    'Name | Price\nOak | 5',
  ],
])('a mail with %s is read', async (_, parts, fact) => {
  const { text: read, missing, problem } = await readAs('eml', mail('multipart/mixed', parts))
  expect({ read, missing, problem }).toEqual({ read: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  ['that Outlook packed', attached('winmail.dat', 'application/ms-tnef'), 'send it again as HTML'],
  ['that is encrypted', attached('smime.p7m', 'application/pkcs7-mime; smime-type=enveloped-data'), 'encrypted'],
  ['that is an archive', attached('all.zip', 'application/zip'), 'Unpack it'],
  ['that is a picture', attached('prices.jpg', 'image/jpeg'), 'prices.jpg'],
  ['of an old type', attached('prices.xls', 'application/vnd.ms-excel'), 'as PDF, xlsx'],
])('an attachment %s is named, with what to do', async (_, file, word) => {
  expect((await readAs('eml', mail('multipart/mixed', text, file))).missing).toContain(word)
})
