import { randomDigits } from '../clock.ts'

/** Verifies a new callback URL as the provider does: it must return 200 with only the challenge as plain text. */
export async function handshake(
  ingressUrl: string,
  verifyToken: string,
): Promise<{ ok: boolean; status: number; body: string }> {
  const challenge = randomDigits(10)
  const url = new URL(ingressUrl)
  url.searchParams.set('hub.mode', 'subscribe')
  url.searchParams.set('hub.challenge', challenge)
  url.searchParams.set('hub.verify_token', verifyToken)
  const response = await fetch(url, { redirect: 'manual' })
  const body = await response.text()
  return { ok: response.status === 200 && body === challenge, status: response.status, body }
}
