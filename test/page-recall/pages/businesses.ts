import type { TestPage } from './page.ts'

/** Pages of shops on a street, practices, offices and other businesses. */
export const BUSINESSES: Readonly<Record<string, TestPage>> = {
  'ASP.NET form around the page': {
    html: `<html><body><form method="post" action="./Default.aspx" id="form1"><input type="hidden" name="__VIEWSTATE" value="dDwtMTA4OTQ3" /><div id="ctl00_header"><span id="ctl00_lblPhone">Phone: 0161 496 0000</span></div>
<div id="ctl00_Main"><span id="lbl1">Deliveries</span><p>Monday to Thursday from 7 to 15.</p><table id="GridView1"><tr><th scope="col">Depot</th><th scope="col">Gate</th></tr><tr><td>Leeds</td><td>B 12</td></tr></table><input type="submit" value="Request a slot" /></div></form></body></html>`,
    facts: ['Phone: 0161 496 0000', 'Deliveries', 'Monday to Thursday from 7 to 15', 'Depot Gate', 'Leeds B 12'],
    unseen: ['dDwtMTA4OTQ3'],
  },
  'WordPress post with widgets': {
    html: `<body><header class="site-header"><p class="site-title">Dr. Amara Obi</p><p class="site-description">Dentist in Bristol</p><nav><ul><li><a href="/">Home</a></li></ul></nav></header>
<div id="content"><article class="post"><header class="entry-header"><h1>Emergency service</h1><span class="posted-on">1 March 2026</span></header><div class="entry-content"><p>Call 0117 496 0999 at night.</p><figure class="wp-block-table"><table><tbody><tr><td>Check</td><td>£45</td></tr></tbody></table><figcaption>Private fees</figcaption></figure></div><footer class="entry-footer">Filed under fees</footer></article></div>
<aside id="secondary"><section class="widget"><h2>Hours</h2><p>Mon-Fri 8:30-17:00</p></section></aside><footer><div class="widget">12 Queen Street, Bristol BS1 4QA</div></footer></body>`,
    facts: [
      'Dentist in Bristol',
      'Emergency service',
      '0117 496 0999',
      'Check £45',
      'Private fees',
      'Mon-Fri 8:30-17:00',
      '12 Queen Street',
    ],
    unseen: ['Home'],
  },
  'contacts in header and footer': {
    html: `<body><header><div class="topbar"><a href="tel:+390655501">06 5550 1</a><span class="sep"></span><span>info@trattoria.example</span></div><nav><a href="/menu">Menu</a><a href="mailto:table@trattoria.example">Book</a></nav></header><main><h1>Welcome</h1><p>Roman food since 1961.</p></main>
<footer><div class="row"><div class="col"><h4>Opening hours</h4><p>Tue-Sun<br>12:00-15:00<br>19:00-23:00</p></div><div class="col"><h4>Address</h4><address>Via dei Fiori 7<br>00153 Roma</address></div></div></footer></body>`,
    facts: [
      '06 5550 1',
      'info@trattoria.example',
      'table@trattoria.example',
      'Roman food',
      'Tue-Sun 12:00-15:00 19:00-23:00',
      'Via dei Fiori 7 00153 Roma',
    ],
  },
  'text beside the article': {
    html: `<body><div class="notice">Closed on 24 December.</div><main><article><h1>Pottery course</h1><p>Six evenings.</p></article><div class="sidebar-box"><strong>Fee</strong>180 €</div></main><div class="after">Register by phone: 030 555 12</div></body>`,
    facts: ['Closed on 24 December', 'Pottery course', 'Six evenings', 'Fee 180 €', 'Register by phone: 030 555 12'],
  },
  'page with a cookie banner over it': {
    html: `<body class="modal-open"><div id="app" aria-hidden="true"><h1>Library</h1><p>Loans for 28 days. Renew twice.</p><ul><li>Fine: 0.20 € a day</li></ul></div><div class="modal" role="dialog" aria-modal="true"><p>We use cookies.</p><button>Accept</button></div></body>`,
    facts: ['Library', 'Loans for 28 days', 'Fine: 0.20 € a day'],
  },
  'menu that is never closed': {
    html: `<body><nav><ul><li><a href="/">Start</a></ul><div class="page"><h1>Ferry times</h1><p>First boat at 6:40, last boat at 21:15, every forty minutes. Bicycles cost 3 €, dogs travel free of charge. Tickets are sold on board and in the harbour office.</p><table><tr><td>Winter</td><td>until 19:15</td></tr></table></div></body>`,
    facts: ['First boat at 6:40', 'Bicycles cost 3 €', 'Winter until 19:15'],
  },
  'tables that arrange the page': {
    html: `<html><body><table width="800"><tr><td colspan="2"><font size="5">Garage Novak</font></td></tr><tr><td valign="top"><a href="a.htm">Home</a><br><a href="b.htm">Prices</a></td><td><h2>Tyres</h2><p>Change from 29 EUR.</p><table border="1"><tr><td><b>Rim</b></td><td><b>EUR</b></td></tr><tr><td>15"</td><td>29</td></tr><tr><td>17"</td><td>39</td></tr></table><p>Open Mo-Fr 8-17</p></td></tr></table></body></html>`,
    facts: ['Garage Novak', 'Change from 29 EUR', 'Rim EUR', '15 29', '17 39', 'Open Mo-Fr 8-17'],
  },
  'frame with the price list in it': {
    html: `<body><h1>Rates</h1><iframe srcdoc="&lt;p&gt;Night: 80 &amp;euro;&lt;/p&gt;&lt;table&gt;&lt;tr&gt;&lt;td&gt;Week&lt;/td&gt;&lt;td&gt;490 &amp;euro;&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;"></iframe><p>Breakfast 12 €</p></body>`,
    facts: ['Rates', 'Night: 80 €', 'Week 490 €', 'Breakfast 12 €'],
  },
  'hotel with pictures that have texts': {
    html: `<body><header role="banner"><img src="logo.png" alt="Hotel Seeblick, reception open 24 hours"></header><section><h2>Rooms</h2><div class="grid"><div><span>Single</span><span>from 70 €</span></div><div><span>Double</span><span>from 95 €</span></div></div></section><picture><source srcset="a.webp"><img alt="Breakfast from 7 to 10:30"></picture></body>`,
    facts: [
      'Hotel Seeblick',
      'reception open 24 hours',
      'Single from 70 €',
      'Double from 95 €',
      'Breakfast from 7 to 10:30',
    ],
  },
  'form of a practice': {
    html: `<body><h1>Appointment</h1><form><fieldset><legend>Visit</legend><label>Reason <select><optgroup label="Adults"><option>Check-up (20 minutes)</option><option>Vaccination</option></optgroup><optgroup label="Children"><option>U9</option></optgroup></select></label></fieldset><p class="hint">Cancel at least 24 hours before.</p><textarea>Bring your card</textarea><input type="submit" value="Send"><output>Fee: none</output></form></body>`,
    facts: [
      'Appointment',
      'Visit',
      'Adults',
      'Check-up (20 minutes)',
      'Vaccination',
      'Children',
      'U9',
      'Cancel at least 24 hours before',
      'Bring your card',
      'Fee: none',
    ],
  },
  'hours in Japanese': {
    html: `<body><div class="info"><ruby>営業時間<rt>えいぎょうじかん</rt></ruby><p>平日<span>10</span>時〜<span>19</span>時</p><dl><dt>定休日</dt><dd>水曜日</dd></dl><div><span>住所</span><span>東京都</span></div></div></body>`,
    facts: ['営業時間', '平日10時〜19時', '定休日 水曜日'],
  },
  'page in Arabic': {
    html: `<html dir="rtl"><body><header><h1>مواعيد العمل</h1></header><main><ul><li>السبت: ٩ - ١٧</li><li>الجمعة: مغلق</li></ul></main><footer>هاتف: 0100 555 123</footer></body></html>`,
    facts: ['مواعيد العمل', 'السبت: ٩ - ١٧', 'الجمعة: مغلق', '0100 555 123'],
  },
}
