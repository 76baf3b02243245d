import * as v from 'valibot'

const Domain = v.pipe(
  v.string(),
  v.regex(
    /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
    'expected a domain name in lower case, such as "api.example.com"',
  ),
)

const Certificate = v.pipe(
  v.string(),
  v.regex(/^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'expected the ARN of a certificate of ACM'),
)

/** Domains of one's own. Each needs a certificate of AWS Certificate Manager that is valid for it. */
export const domainSettings = {
  /** Where clients find the API instead of at API Gateway's own name. */
  apiDomainName: v.optional(Domain),
  /** A certificate in the region of the deployment. */
  apiCertificateArn: v.optional(Certificate),
  /** Where people find the dashboard instead of at CloudFront's own name. */
  dashboardDomainName: v.optional(Domain),
  /** A certificate in us-east-1. */
  dashboardCertificateArn: v.optional(Certificate),
  /** The hosted zone of Route 53 that gets the records of the domains. @default the target of each domain is an output */
  hostedZoneId: v.optional(
    v.pipe(v.string(), v.regex(/^Z[A-Z0-9]+$/, 'expected an id such as "Z0123456789ABCDEFGHIJ"')),
  ),
  hostedZoneName: v.optional(Domain),
}

export type DomainSettings = { readonly [Key in keyof typeof domainSettings]?: string }

interface DomainProblem {
  readonly key: keyof DomainSettings
  readonly message: string
}

const TOGETHER = [
  ['apiDomainName', 'apiCertificateArn'],
  ['dashboardDomainName', 'dashboardCertificateArn'],
  ['hostedZoneId', 'hostedZoneName'],
] as const

/** CloudFront takes certificates of this region only. */
const CLOUDFRONT_REGION = 'us-east-1'

/** Returns what is wrong with settings that are valid each on its own. */
export function domainProblems(settings: DomainSettings): DomainProblem[] {
  const { apiDomainName, dashboardDomainName, dashboardCertificateArn, hostedZoneName } = settings
  const problems = TOGETHER.flatMap((pair) => {
    const missing = pair.filter((key) => settings[key] === undefined)
    const [given] = pair.filter((key) => settings[key] !== undefined)
    return given === undefined ? [] : missing.map((key) => ({ key, message: `is required with ${given}` }))
  })
  if (dashboardCertificateArn && dashboardCertificateArn.split(':')[3] !== CLOUDFRONT_REGION)
    problems.push({
      key: 'dashboardCertificateArn',
      message: `must be in ${CLOUDFRONT_REGION}: CloudFront takes no certificate of another region`,
    })
  if (apiDomainName && apiDomainName === dashboardDomainName)
    problems.push({
      key: 'dashboardDomainName',
      message: 'must not be apiDomainName. For one domain of both, leave apiDomainName out and set publicBaseUrl',
    })
  if (!hostedZoneName) return problems
  if (!apiDomainName && !dashboardDomainName)
    problems.push({ key: 'hostedZoneName', message: 'needs apiDomainName or dashboardDomainName' })
  for (const key of ['apiDomainName', 'dashboardDomainName'] as const) {
    const domain = settings[key]
    if (domain && !`.${domain}`.endsWith(`.${hostedZoneName}`))
      problems.push({ key, message: 'must be hostedZoneName or end with it' })
  }
  return problems
}
