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
  v.regex(/^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/.+$/, 'expected the ARN of an ACM certificate'),
)

/** Custom domains. Each requires a valid certificate of AWS Certificate Manager. */
export const domainSettings = {
  /** Domain of the API instead of API Gateway's own. */
  apiDomainName: v.optional(Domain),
  /** A certificate in the region of the deployment. */
  apiCertificateArn: v.optional(Certificate),
  /** Domain of the dashboard instead of CloudFront's own. */
  dashboardDomainName: v.optional(Domain),
  /** A certificate in us-east-1. */
  dashboardCertificateArn: v.optional(Certificate),
  /** The Route 53 hosted zone for the records of the domains. @default the target of each domain is an output */
  hostedZoneId: v.optional(
    v.pipe(v.string(), v.regex(/^Z[A-Z0-9]+$/, 'expected an id such as "Z0123456789ABCDEFGHIJ"')),
  ),
  hostedZoneName: v.optional(Domain),
}

type DomainSettings = { readonly [Key in keyof typeof domainSettings]?: string }

interface DomainProblem {
  readonly key: keyof DomainSettings
  readonly message: string
}

const TOGETHER = [
  ['apiDomainName', 'apiCertificateArn'],
  ['dashboardDomainName', 'dashboardCertificateArn'],
  ['hostedZoneId', 'hostedZoneName'],
] as const

/** CloudFront accepts certificates and web ACLs of this region only, and writes its metrics there. */
export const CLOUDFRONT_REGION = 'us-east-1'

/** Returns conflicts between settings that are individually valid. */
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
      message: `must be in ${CLOUDFRONT_REGION}: CloudFront accepts no certificate of another region`,
    })
  if (apiDomainName && apiDomainName === dashboardDomainName)
    problems.push({
      key: 'dashboardDomainName',
      message: 'must not be apiDomainName. To use one domain for both, omit apiDomainName and set publicBaseUrl',
    })
  if (!hostedZoneName) return problems
  if (!apiDomainName && !dashboardDomainName)
    problems.push({ key: 'hostedZoneName', message: 'requires apiDomainName or dashboardDomainName' })
  for (const key of ['apiDomainName', 'dashboardDomainName'] as const) {
    const domain = settings[key]
    if (domain && !`.${domain}`.endsWith(`.${hostedZoneName}`))
      problems.push({ key, message: 'must be hostedZoneName or end with it' })
  }
  return problems
}
