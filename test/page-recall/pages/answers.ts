import type { TestPage } from './page.ts'

/** Pages with answers to questions, and texts of services. */
export const ANSWERS: Readonly<Record<string, TestPage>> = {
  'accordion of buttons': {
    html: `<body><div class="accordion" id="faq"><div class="accordion-item"><h2 class="accordion-header"><button class="accordion-button" type="button" data-bs-toggle="collapse" data-bs-target="#c1" aria-expanded="false">Do you deliver on Sundays?</button></h2><div id="c1" class="accordion-collapse collapse"><div class="accordion-body">Only in December.</div></div></div><div class="accordion-item"><button>May I bring my dog?</button><div hidden>Yes, on a lead.</div></div></div></body>`,
    facts: ['Do you deliver on Sundays', 'Only in December', 'May I bring my dog', 'Yes, on a lead'],
  },
  'answers that a script shows': {
    html: `<section><h3 class="q" onclick="t(1)">How long is the warranty?</h3><div id="a1" style="display: none"><p>Five years.</p></div><p class="question"><a href="#a2">Who pays the return?</a></p><div id="a2" style="display:none">We do.</div><p style="display:none">internal note 77</p></section>`,
    facts: ['How long is the warranty', 'Five years', 'Who pays the return', 'We do'],
    unseen: ['internal note 77'],
  },
  'details of questions': {
    html: `<main><details><summary>Which cards do you take?</summary><p>Visa and Girocard.</p></details><details name="faq"><summary><span>Is there parking?</span><i class="icon" aria-hidden="true">expand_more</i></summary>Behind the house, 2 € an hour.</details></main>`,
    facts: ['Which cards do you take', 'Visa and Girocard', 'Is there parking', 'Behind the house, 2 € an hour'],
    unseen: ['expand_more'],
  },
  'definition list of questions': {
    html: `<dl class="faq"><dt><button aria-expanded="false">Can I pay later?</button></dt><dd>Within 14 days.</dd><dt>Do you rent out?</dt><dd hidden="until-found">Yes, from 3 days.</dd></dl>`,
    facts: ['Can I pay later', 'Within 14 days', 'Do you rent out', 'Yes, from 3 days'],
  },
  'tabs by role': {
    html: `<div><div role="tablist"><button role="tab" aria-controls="p1" aria-selected="true">Adults</button><button role="tab" aria-controls="p2">Students</button></div><div role="tabpanel" id="p1">Day ticket 14 €</div><div role="tabpanel" id="p2" hidden>Day ticket 9 €</div></div>`,
    facts: ['Adults', 'Students', 'Day ticket 14 €', 'Day ticket 9 €'],
  },
  'steps in lists': {
    html: `<article><h2>Return a parcel</h2><ol><li>Print the label.</li><li><p>Pack it.</p><ul><li>Use the box</li><li>Add the invoice</li></ul></li><li>Drop it at a shop.</li></ol><blockquote>Allow 5 days.</blockquote><pre>Code: RET-
  2026</pre></article>`,
    facts: [
      'Return a parcel',
      'Print the label',
      'Pack it',
      'Use the box',
      'Add the invoice',
      'Drop it at a shop',
      'Allow 5 days',
      '2026',
    ],
  },
  'terms with anchors': {
    html: `<body><div class="toc" role="navigation"><a href="#s1">Scope</a></div><div id="s1"><h2>1. Scope</h2>These terms apply to orders.<br><br>Deviations need writing.</div><div id="s2"><h2>2. Withdrawal</h2><span>You can withdraw within 14&nbsp;days.</span><span> The period starts on receipt.</span></div></body>`,
    facts: [
      'Scope',
      'These terms apply to orders',
      'Deviations need writing',
      'Withdrawal',
      'within 14 days',
      'The period starts on receipt',
    ],
  },
  'support page with notes': {
    html: `<body><main><div class="alert" role="alert"><strong>Outage:</strong>mail is slow until 16:00.</div><h1>Router</h1><figure><img src="a.png" alt="Back of the router with 4 ports"><figcaption>Ports 1 to 4</figcaption></figure><p>Reset: hold for 10<span class="unit">seconds</span>.</p><p>Press <kbd>Ctrl</kbd>+<kbd>R</kbd>. Area: 20 m<sup>2</sup>, H<sub>2</sub>O.</p></main></body>`,
    facts: [
      'Outage: mail is slow until 16:00',
      'Router',
      'Ports 1 to 4',
      'hold for 10 seconds',
      'Ctrl + R',
      '20 m2',
      'H2O',
      '4 ports',
    ],
  },
  'answers in a dialogue that opens': {
    html: `<body><h1>Jacket</h1><button commandfor="sizes" command="show-modal">Sizes</button><dialog id="sizes"><h2>Size guide</h2><table><tr><th>Size</th><th>Chest</th></tr><tr><td>M</td><td>96-102 cm</td></tr></table></dialog><div popover id="tip">Wash at 30 degrees</div></body>`,
    facts: ['Size guide', 'M 96-102 cm', 'Wash at 30 degrees'],
  },
  'newsletter of tables': {
    html: `<html><body style="margin:0"><div style="display:none;max-height:0">preview text 12</div><table role="presentation" width="100%"><tr><td align="center"><table role="presentation" width="600"><tr><td><h1>Spring sale</h1></td></tr><tr><td>All bulbs <b>-20%</b> until <span>30 April</span></td></tr><tr><td><table><tr><td>Tulips</td><td>4,99</td></tr><tr><td>Crocus</td><td>3,49</td></tr></table></td></tr></table></td></tr></table></body></html>`,
    facts: ['Spring sale', 'All bulbs -20% until 30 April', 'Tulips 4,99', 'Crocus 3,49'],
    unseen: ['preview text 12'],
  },
  'drawing with texts': {
    html: `<body><h2>Zones</h2><svg viewBox="0 0 9 9"><style>.a{}</style><defs><path id="p"/></defs><text x="1">Zone A</text><text x="2"><tspan>2.40 €</tspan></text><title>unseen title</title></svg><svg aria-hidden="true"><text>decoration</text></svg></body>`,
    facts: ['Zones', 'Zone A', '2.40 €'],
    unseen: ['decoration'],
  },
  'markup with errors': {
    html: `<body><h1>Swimming pool<p>Adults 5 €<p>Children 3 €<table><td>Sauna<td>12 €<tr><td>Lockers<td>1 €</table><ul><li>Closed on Mondays<li>Caps <b>required</ul></b><div>Phone 089 555</span> 77`,
    facts: [
      'Swimming pool',
      'Adults 5 €',
      'Children 3 €',
      'Sauna 12 €',
      'Lockers 1 €',
      'Closed on Mondays',
      'Caps required',
      'Phone 089 555 77',
    ],
  },
}
