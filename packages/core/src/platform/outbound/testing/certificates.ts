import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

export interface Certificates {
  /** The authority of every certificate except `selfSigned`. */
  readonly authority: string
  readonly good: Certificate
  readonly otherName: Certificate
  readonly expired: Certificate
  readonly selfSigned: Certificate
}

const CONFIGURATION = `
[ca]
default_ca = authority
[authority]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = policy
copy_extensions = copy
unique_subject = no
[policy]
commonName = supplied
`

/** Creates certificates for `name` with OpenSSL in a temporary directory. `good` is valid for a day. */
export function makeCertificates(name: string): Certificates {
  const directory = mkdtempSync(join(tmpdir(), 'certificates-'))
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: directory, stdio: 'ignore' })
  const read = (file: string) => readFileSync(join(directory, file), 'utf8')
  const request = (file: string, subject: string, ...more: readonly string[]) =>
    openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${file}.key`],
      ...['-subj', `/CN=${subject}`, '-addext', `subjectAltName=DNS:${subject}`, '-out', `${file}.pem`, ...more],
    )
  const certificate = (file: string): Certificate => ({ key: read(`${file}.key`), cert: read(`${file}.pem`) })
  const signed = (file: string, subject: string, startDate: Date, endDate: Date): Certificate => {
    request(file, subject)
    openssl(
      ...['ca', '-batch', '-config', 'ca.conf', '-cert', 'authority.pem', '-keyfile', 'authority.key', '-notext'],
      ...[
        '-startdate',
        asn1Time(startDate),
        '-enddate',
        asn1Time(endDate),
        '-in',
        `${file}.pem`,
        '-out',
        `${file}.pem`,
      ],
    )
    return certificate(file)
  }
  try {
    writeFileSync(join(directory, 'ca.conf'), CONFIGURATION)
    writeFileSync(join(directory, 'index.txt'), '')
    request('authority', 'Test authority', '-x509')
    request('self', name, '-x509')
    const [longAgo, yesterday, tomorrow] = [-30, -1, 1].map((days) => new Date(Date.now() + days * 86_400_000))
    if (!longAgo || !yesterday || !tomorrow) throw new Error('three dates are required')
    return {
      authority: read('authority.pem'),
      good: signed('good', name, yesterday, tomorrow),
      otherName: signed('other', `other.${name}`, yesterday, tomorrow),
      expired: signed('expired', name, longAgo, yesterday),
      selfSigned: certificate('self'),
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** `YYYYMMDDHHMMSSZ` */
function asn1Time(date: Date): string {
  return `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
}
