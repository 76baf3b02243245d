import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'

const SOURCES = { media: 'https://api.example.com/media/', storage: 'https://bucket.example.com' }

test('permits the inline scripts and styles of the page by their hashes', () => {
  const page = '<script>first()\n</script><style>p{}</style><script src="/a.js"></script><script>second()</script>'
  const policy = contentSecurityPolicy(SOURCES, page).split('; ')
  expect(policy).toContain(
    "script-src 'self' 'sha256-RBDMgex91HSc76OyDmbp0VfyhXhNUP3Y/HSk9rYtnnA=' 'sha256-VRcK3v7WYQJL3yHheBe4dsvLYjAYwFTyoPi2odncRio='",
  )
  expect(policy).toContain("style-src 'self' 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='")
})

test('permits no inline code that the page does not have', () => {
  const policy = contentSecurityPolicy(SOURCES, '<script type="module" src="/a.js"></script>')
  expect(policy).not.toMatch(/unsafe|sha256/)
})
