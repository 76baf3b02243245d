import { randomBytes } from 'node:crypto'
import type { OriginAnswer } from './compression.ts'

/** What CloudFront answers by itself. */
export function errorPage(status: number, title: string, why: string): OriginAnswer {
  const body = `<!DOCTYPE html>\n<html><head><title>ERROR: ${title}</title></head><body><h1>${status} ERROR</h1><p>${why}</p></body></html>\n`
  return {
    status,
    headers: { 'content-type': 'text/html', 'x-cache': 'Error from cloudfront' },
    body: Buffer.from(body),
  }
}

/** An id as those of CloudFront's requests. */
export function requestId(): string {
  return `${randomBytes(40).toString('base64url')}==`
}
