const REJECTION_TEXTS = {
  ABUSIVE_CONTENT: 'The content is abusive or requests prohibited information.',
  INCORRECT_CATEGORY: 'The category does not match the content.',
  INVALID_FORMAT: 'The variables are invalid or adjacent.',
  PROMOTIONAL: 'Promotional content requires the category MARKETING.',
  SCAM: 'The provider classified it as a scam.',
  TAG_CONTENT_MISMATCH: 'The language or category does not match the content.',
}

/** Returns why the provider rejected a template, with a description if known; `''` if it was not rejected. */
export function rejectionWords(reason: string): string {
  const known = Object.entries(REJECTION_TEXTS).find(([code]) => code === reason)
  return known ? `${known[1]} (${reason})` : reason
}
