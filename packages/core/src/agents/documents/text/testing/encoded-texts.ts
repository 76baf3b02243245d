/** Texts as files have them: encoding, text, and bytes in base64, because Node.js encodes only Unicode. */
export const ENCODED_TEXTS: readonly (readonly [encoding: string, text: string, bytes: string])[] = [
  [
    'windows-1251',
    'Магазин работает ежедневно с девяти до двадцати одного часа. Доставка по городу бесплатно при заказе от 3000 рублей. Возврат товара в течение 14 дней.',
    'zODj4Ofo7SDw4OHu8uDl8iDl5uXk7eXi7e4g8SDk5eL/8ugg5O4g5OLg5Pbg8ugg7uTt7uPuIPfg8eAuIMTu8fLg4urgIO/uIOPu8O7k8yDh5fHv6+Dy7e4g7/DoIOfg6uDn5SDu8iAzMDAwIPDz4evl6S4gwu7n4vDg8iDy7uLg8OAg4iDy5ffl7ejlIDE0IOTt5eku',
  ],
  [
    'koi8-r',
    'Магазин работает ежедневно с девяти до двадцати одного часа. Доставка по городу бесплатно при заказе от 3000 рублей. Возврат товара в течение 14 дней.',
    '7cHHwdrJziDSwcLP1MHF1CDF1sXEzsXXzs8g0yDExdfR1MkgxM8gxNfBxMPB1Mkgz8TOz8fPIN7B08EuIOTP09TB18vBINDPIMfP0s/E1SDCxdPQzMHUzs8g0NLJINrBy8HaxSDP1CAzMDAwINLVwszFyi4g98/a19LB1CDUz9fB0sEg1yDUxd7FzsnFIDE0IMTOxcou',
  ],
  [
    'iso-8859-5',
    'Магазин работает ежедневно с девяти до двадцати одного часа. Доставка по городу бесплатно при заказе от 3000 рублей. Возврат товара в течение 14 дней.',
    'vNDT0NfY3SDg0NHe4tDV4iDV1tXU3dXS3d4g4SDU1dLv4tgg1N4g1NLQ1ObQ4tgg3tTd3tPeIOfQ4dAuILTe4eLQ0trQIN/eINPe4N7U4yDR1eHf29Di3d4g3+DYINfQ2tDX1SDe4iAzMDAwIODj0dvV2S4gst7X0uDQ4iDi3tLQ4NAg0iDi1efV3djVIDE0INTd1dku',
  ],
  [
    'ibm866',
    'Магазин работает ежедневно с девяти до двадцати одного часа. Доставка по городу бесплатно при заказе от 3000 рублей. Возврат товара в течение 14 дней.',
    'jKCjoKeorSDgoKGu4qCl4iClpqWkraWira4g4SCkpaLv4qggpK4gpKKgpOag4qggrqStrqOuIOeg4aAuIISu4eKgoqqgIK+uIKOu4K6k4yChpeGvq6Dira4gr+CoIKegqqCnpSCu4iAzMDAwIODjoaulqS4ggq6nouCg4iDirqKg4KAgoiDipeelrailIDE0IKStpaku',
  ],
  [
    'windows-1251',
    'Наименование;Артикул;Цена\r\nШкаф;А-12;15000\r\nКровать двуспальная;А-13;23000\r\n',
    'zeDo7OXt7uLg7ejlO8Dw8ujq8+s71uXt4A0K2Org9DvALTEyOzE1MDAwDQrK8O7i4PL8IOTi8/Hv4Ov87eD/O8AtMTM7MjMwMDANCg==',
  ],
  [
    'koi8-r',
    'Наименование;Артикул;Цена\r\nШкаф;А-12;15000\r\nКровать двуспальная;А-13;23000\r\n',
    '7sHJzcXOz9fBzsnFO+HS1MnL1cw748XOwQ0K+8vBxjvhLTEyOzE1MDAwDQrr0s/XwdTYIMTX1dPQwczYzsHRO+EtMTM7MjMwMDANCg==',
  ],
  [
    'windows-1251',
    "Магазин працює щодня з дев'ятої до двадцять першої. Доставка безкоштовна від 500 гривень, повернення протягом 14 днів.",
    'zODj4Ofo7SDv8OD2/rog+e7k7f8g5yDk5eIn//LuvyDk7iDk4uDk9v/y/CDv5fD47r8uIMTu8fLg4urgIOHl5+ru+PLu4u3gIOKz5CA1MDAg4/Do4uXt/Cwg7+7i5fDt5e3t/yDv8O7y/+Pu7CAxNCDk7bPiLg==',
  ],
  [
    'koi8-u',
    "Магазин працює щодня з дев'ятої до двадцять першої. Доставка безкоштовна від 500 гривень, повернення протягом 14 днів.",
    '7cHHwdrJziDQ0sHDwKQg3c/EztEg2iDExdcn0dTPpyDEzyDE18HEw9HU2CDQxdLbz6cuIOTP09TB18vBIMLF2svP29TP187BINemxCA1MDAgx9LJ18XO2Cwg0M/XxdLOxc7O0SDQ0s/U0cfPzSAxNCDEzqbXLg==',
  ],
  [
    'windows-1251',
    'Магазинът работи всеки ден от девет до двадесет и един часа. Доставката е безплатна.',
    'zODj4Ofo7fryIPDg4e7y6CDi8eXq6CDk5e0g7vIg5OXi5fIg5O4g5OLg5OXx5fIg6CDl5OjtIPfg8eAuIMTu8fLg4urg8uAg5SDh5efv6+Dy7eAu',
  ],
  [
    'shift_jis',
    '商品の返品は到着後7日以内にお願いいたします。送料はお客様負担となります。',
    'j6SVaYLMldSVaYLNk56ShYzjN5P6iMiT4ILJgqiK6IKigqKCvYK1gtyCt4FCkZeXv4LNgqiLcZdslYmSU4LGgsiC6ILcgreBQg==',
  ],
  [
    'euc-jp',
    '商品の返品は到着後7日以内にお願いいたします。送料はお客様負担となります。',
    'vqbJyqTOytbJyqTPxf7D5bjlN8b8sMrG4qTLpKq06qSkpKSkv6S3pN6kuaGjwffOwaTPpKq10s3NyenDtKTIpMqk6qTepLmhow==',
  ],
  [
    'iso-2022-jp',
    '商品の返品は到着後7日以内にお願いいたします。送料はお客様負担となります。',
    'GyRCPiZJSiROSlZJSiRPRX5DZThlGyhCNxskQkZ8MEpGYiRLJCo0aiQkJCQkPyQ3JF4kOSEjQXdOQSRPJCo1Uk1NSWlDNCRIJEokaiReJDkhIxsoQg==',
  ],
  [
    'shift_jis',
    '品名,単価,在庫\r\nりんご,120,あり\r\nバナナ,98,なし\r\n',
    'lWmWvCySUIm/LI3djMkNCoLogvGCsiwxMjAsgqCC6A0Kg2+DaYNpLDk4LILIgrUNCg==',
  ],
  [
    'euc-jp',
    '品名,単価,在庫\r\nりんご,120,あり\r\nバナナ,98,なし\r\n',
    'ycrMvizDsbLBLLrfuMsNCqTqpPOktCwxMjAspKKk6g0KpdClyqXKLDk4LKTKpLcNCg==',
  ],
  [
    'gbk',
    '本店营业时间为周一至周日上午十点到晚上九点，节假日照常营业。退货请在七天内联系客服。',
    'sb616tOq0rXKsbzkzqrW3NK71sHW3MjVyc/O58quteO1vc3tyc++xbXjo6y92rzZyNXV1bOj06rStaGjzcu79cfr1NrG38zsxNrBqs+1v823/qGj',
  ],
  [
    'gb18030',
    '本店营业时间为周一至周日上午十点到晚上九点，节假日照常营业。退货请在七天内联系客服。',
    'sb616tOq0rXKsbzkzqrW3NK71sHW3MjVyc/O58quteO1vc3tyc++xbXjo6y92rzZyNXV1bOj06rStaGjzcu79cfr1NrG38zsxNrBqs+1v823/qGj',
  ],
  [
    'gbk',
    '名称,单价,库存\r\n苹果,5.5,有\r\n香蕉,3.2,无\r\n',
    'w/uzxiy1pbzbLL/itOYNCsa7ufssNS41LNPQDQrP4722LDMuMizO3g0K',
  ],
  [
    'big5',
    '本店營業時間為週一至週日上午十點到晚上九點，節假日照常營業。退貨請在七天內聯繫客服。',
    'pbupscDnt36uybahrLC2Z6RApty2Z6TppFekyKRRwkmo7LHfpFekRcJJoUG4YLCypOm307FgwOe3fqFDsGizZr3QpmKkQ6TRpLrBcMO0q8iqQaFD',
  ],
  [
    'euc-kr',
    '영업시간은 평일 오전 아홉시부터 오후 여섯시까지입니다. 반품은 칠일 이내에 가능합니다.',
    'v7W+973DsKPAuiDG8sDPIL/AwPwgvsbIqb3Dus7FzSC/wMjEIL+pvLi9w7HuwfbA1LTPtNkuILndx7DAuiDEpcDPIMDMs7u/oSCwobTJx9W0z7TZLg==',
  ],
  [
    'euc-kr',
    '상품명,가격,재고\r\n사과,1200,있음\r\n바나나,900,없음\r\n',
    'u/PHsLjtLLChsN0swOew7Q0Ku+ew+iwxMjAwLMDWwL0NCrnZs6qzqiw5MDAsvvjAvQ0K',
  ],
  [
    'windows-1250',
    'Sklep jest czynny codziennie od dziewiątej do dwudziestej pierwszej. Wysyłka gratis, zwrot towaru w ciągu czternastu dni, również używanego.',
    'U2tsZXAgamVzdCBjenlubnkgY29kemllbm5pZSBvZCBkemlld2m5dGVqIGRvIGR3dWR6aWVzdGVqIHBpZXJ3c3plai4gV3lzebNrYSBncmF0aXMsIHp3cm90IHRvd2FydSB3IGNpuWd1IGN6dGVybmFzdHUgZG5pLCBy83duaWW/IHW/eXdhbmVnby4=',
  ],
  [
    'iso-8859-2',
    'Sklep jest czynny codziennie od dziewiątej do dwudziestej pierwszej. Wysyłka gratis, zwrot towaru w ciągu czternastu dni, również używanego.',
    'U2tsZXAgamVzdCBjenlubnkgY29kemllbm5pZSBvZCBkemlld2mxdGVqIGRvIGR3dWR6aWVzdGVqIHBpZXJ3c3plai4gV3lzebNrYSBncmF0aXMsIHp3cm90IHRvd2FydSB3IGNpsWd1IGN6dGVybmFzdHUgZG5pLCBy83duaWW/IHW/eXdhbmVnby4=',
  ],
  [
    'windows-1250',
    'Obchod je otevřen každý den od deváté do dvacáté první hodiny. Doručení zdarma, vrácení zboží do čtrnácti dnů.',
    'T2JjaG9kIGplIG90ZXb4ZW4ga2GeZP0gZGVuIG9kIGRlduF06SBkbyBkdmFj4XTpIHBydm7tIGhvZGlueS4gRG9ydehlbu0gemRhcm1hLCB2cuFjZW7tIHpib57tIGRvIOh0cm7hY3RpIGRu+S4=',
  ],
  [
    'iso-8859-2',
    'Obchod je otevřen každý den od deváté do dvacáté první hodiny. Doručení zdarma, vrácení zboží do čtrnácti dnů.',
    'T2JjaG9kIGplIG90ZXb4ZW4ga2G+ZP0gZGVuIG9kIGRlduF06SBkbyBkdmFj4XTpIHBydm7tIGhvZGlueS4gRG9ydehlbu0gemRhcm1hLCB2cuFjZW7tIHpib77tIGRvIOh0cm7hY3RpIGRu+S4=',
  ],
  [
    'windows-1250',
    'Az üzlet minden nap kilenctől huszonegy óráig van nyitva. A kiszállítás ingyenes, a visszaküldés tizennégy napon belül lehetséges.',
    'QXog/HpsZXQgbWluZGVuIG5hcCBraWxlbmN09WwgaHVzem9uZWd5IPNy4WlnIHZhbiBueWl0dmEuIEEga2lzeuFsbO104XMgaW5neWVuZXMsIGEgdmlzc3pha/xsZOlzIHRpemVubulneSBuYXBvbiBiZWz8bCBsZWhldHPpZ2VzLg==',
  ],
  [
    'iso-8859-2',
    'Az üzlet minden nap kilenctől huszonegy óráig van nyitva. A kiszállítás ingyenes, a visszaküldés tizennégy napon belül lehetséges.',
    'QXog/HpsZXQgbWluZGVuIG5hcCBraWxlbmN09WwgaHVzem9uZWd5IPNy4WlnIHZhbiBueWl0dmEuIEEga2lzeuFsbO104XMgaW5neWVuZXMsIGEgdmlzc3pha/xsZOlzIHRpemVubulneSBuYXBvbiBiZWz8bCBsZWhldHPpZ2VzLg==',
  ],
  [
    'windows-1250',
    'Magazinul este deschis în fiecare zi de la nouă la douăzeci şi unu. Livrarea este gratuită.',
    'TWFnYXppbnVsIGVzdGUgZGVzY2hpcyDubiBmaWVjYXJlIHppIGRlIGxhIG5vdeMgbGEgZG9143plY2kgumkgdW51LiBMaXZyYXJlYSBlc3RlIGdyYXR1aXTjLg==',
  ],
  [
    'iso-8859-2',
    'Magazinul este deschis în fiecare zi de la nouă la douăzeci şi unu. Livrarea este gratuită.',
    'TWFnYXppbnVsIGVzdGUgZGVzY2hpcyDubiBmaWVjYXJlIHppIGRlIGxhIG5vdeMgbGEgZG9143plY2kgumkgdW51LiBMaXZyYXJlYSBlc3RlIGdyYXR1aXTjLg==',
  ],
  [
    'windows-1252',
    'Das Geschäft ist täglich von neun bis einundzwanzig Uhr geöffnet. Lieferung ab 50 € kostenlos, Rückgabe binnen 14 Tagen möglich.',
    'RGFzIEdlc2No5GZ0IGlzdCB05GdsaWNoIHZvbiBuZXVuIGJpcyBlaW51bmR6d2FuemlnIFVociBnZfZmZm5ldC4gTGllZmVydW5nIGFiIDUwIIAga29zdGVubG9zLCBS/GNrZ2FiZSBiaW5uZW4gMTQgVGFnZW4gbfZnbGljaC4=',
  ],
  [
    'windows-1252',
    'Le magasin est ouvert tous les jours de neuf heures à vingt et une heures. Livraison gratuite dès 50 €, retour accepté.',
    'TGUgbWFnYXNpbiBlc3Qgb3V2ZXJ0IHRvdXMgbGVzIGpvdXJzIGRlIG5ldWYgaGV1cmVzIOAgdmluZ3QgZXQgdW5lIGhldXJlcy4gTGl2cmFpc29uIGdyYXR1aXRlIGTocyA1MCCALCByZXRvdXIgYWNjZXB06S4=',
  ],
  [
    'iso-8859-15',
    'Le magasin est ouvert tous les jours de neuf heures à vingt et une heures. Livraison gratuite dès 50 €, retour accepté.',
    'TGUgbWFnYXNpbiBlc3Qgb3V2ZXJ0IHRvdXMgbGVzIGpvdXJzIGRlIG5ldWYgaGV1cmVzIOAgdmluZ3QgZXQgdW5lIGhldXJlcy4gTGl2cmFpc29uIGdyYXR1aXRlIGTocyA1MCCkLCByZXRvdXIgYWNjZXB06S4=',
  ],
  [
    'windows-1252',
    'La tienda está abierta todos los días de nueve a veintiuna horas. Envío gratis a España, devolución en 14 días.',
    'TGEgdGllbmRhIGVzdOEgYWJpZXJ0YSB0b2RvcyBsb3MgZO1hcyBkZSBudWV2ZSBhIHZlaW50aXVuYSBob3Jhcy4gRW527W8gZ3JhdGlzIGEgRXNwYfFhLCBkZXZvbHVjafNuIGVuIDE0IGTtYXMu',
  ],
  [
    'windows-1252',
    'Artículo;Precio;Tamaño\r\nSilla;45;pequeño\r\n',
    'QXJ07WN1bG87UHJlY2lvO1RhbWHxbw0KU2lsbGE7NDU7cGVxdWXxbw0K',
  ],
  [
    'windows-1252',
    'Artikel;Preis;Größe\r\nStuhl;45;klein\r\nTür;90;groß\r\n',
    'QXJ0aWtlbDtQcmVpcztHcvbfZQ0KU3R1aGw7NDU7a2xlaW4NClT8cjs5MDtncm/fDQo=',
  ],
  ['windows-1252', 'Chair;5 €\r\nTable;7 €\r\n', 'Q2hhaXI7NSCADQpUYWJsZTs3IIANCg=='],
  [
    'windows-1253',
    'Το κατάστημα είναι ανοιχτό κάθε μέρα από τις εννέα έως τις είκοσι μία. Η αποστολή είναι δωρεάν.',
    '1O8g6uH03PP05+zhIOXf7eHpIOHt7+n39Pwg6tzo5SDs3fHhIOHw/CD06fIg5e3t3eEg3fnyIPTp8iDl3+rv8+kg7N/hLiDHIOHw7/P07+veIOXf7eHpIOT58eXc7S4=',
  ],
  [
    'iso-8859-7',
    'Το κατάστημα είναι ανοιχτό κάθε μέρα από τις εννέα έως τις είκοσι μία. Η αποστολή είναι δωρεάν.',
    '1O8g6uH03PP05+zhIOXf7eHpIOHt7+n39Pwg6tzo5SDs3fHhIOHw/CD06fIg5e3t3eEg3fnyIPTp8iDl3+rv8+kg7N/hLiDHIOHw7/P07+veIOXf7eHpIOT58eXc7S4=',
  ],
  [
    'windows-1254',
    'Mağaza her gün dokuzdan yirmi bire kadar açıktır. Ücretsiz gönderim, on dört gün içinde iade mümkündür. Şube İstanbul.',
    'TWHwYXphIGhlciBn/G4gZG9rdXpkYW4geWlybWkgYmlyZSBrYWRhciBh5/1rdP1yLiDcY3JldHNpeiBn9m5kZXJpbSwgb24gZPZydCBn/G4gaedpbmRlIGlhZGUgbfxta/xuZPxyLiDedWJlIN1zdGFuYnVsLg==',
  ],
  [
    'iso-8859-9',
    'Mağaza her gün dokuzdan yirmi bire kadar açıktır. Ücretsiz gönderim, on dört gün içinde iade mümkündür. Şube İstanbul.',
    'TWHwYXphIGhlciBn/G4gZG9rdXpkYW4geWlybWkgYmlyZSBrYWRhciBh5/1rdP1yLiDcY3JldHNpeiBn9m5kZXJpbSwgb24gZPZydCBn/G4gaedpbmRlIGlhZGUgbfxta/xuZPxyLiDedWJlIN1zdGFuYnVsLg==',
  ],
  [
    'windows-1255',
    'החנות פתוחה כל יום מתשע בבוקר עד תשע בערב. משלוח חינם, החזרה תוך ארבעה עשר יום.',
    '5Ofw5fog9Prl5+Qg6+wg6eXtIO76+fIg4eHl9/gg8uMg+vnyIOHy+OEuIO757OXnIOfp8O0sIOTn5vjkIPrl6iDg+OHy5CDy+fgg6eXtLg==',
  ],
  [
    'iso-8859-8',
    'החנות פתוחה כל יום מתשע בבוקר עד תשע בערב. משלוח חינם, החזרה תוך ארבעה עשר יום.',
    '5Ofw5fog9Prl5+Qg6+wg6eXtIO76+fIg4eHl9/gg8uMg+vnyIOHy+OEuIO757OXnIOfp8O0sIOTn5vjkIPrl6iDg+OHy5CDy+fgg6eXtLg==',
  ],
  [
    'windows-1256',
    'المتجر مفتوح كل يوم من التاسعة صباحا حتى التاسعة مساء. التوصيل مجاني والإرجاع خلال أربعة عشر يوما.',
    'x+HjyszRIOPdyubNIN/hIO3m4yDj5CDH4crH09rJINXIx83HIM3K7CDH4crH09rJIOPTx8EuIMfhyubV7eEg48zH5O0g5sfhxdHMx9ogzuHH4SDD0cjaySDa1NEg7ebjxy4=',
  ],
  [
    'iso-8859-6',
    'المتجر مفتوح كل يوم من التاسعة صباحا حتى التاسعة مساء. التوصيل مجاني والإرجاع خلال أربعة عشر يوما.',
    'x+TlyszRIOXhyujNIOPkIOro5SDl5iDH5MrH09nJINXIx83HIM3K6SDH5MrH09nJIOXTx8EuIMfkyujV6uQg5czH5uog6MfkxdHMx9kgzuTH5CDD0cjZySDZ1NEg6ujlxy4=',
  ],
  [
    'windows-1257',
    'Parduotuvė dirba kiekvieną dieną nuo devynių iki dvidešimt pirmos valandos. Pristatymas nemokamas, grąžinimas galimas.',
    'UGFyZHVvdHV26yBkaXJiYSBraWVrdmllbuAgZGllbuAgbnVvIGRldnluafggaWtpIGR2aWRl8GltdCBwaXJtb3MgdmFsYW5kb3MuIFByaXN0YXR5bWFzIG5lbW9rYW1hcywgZ3Lg/mluaW1hcyBnYWxpbWFzLg==',
  ],
  [
    'iso-8859-13',
    'Parduotuvė dirba kiekvieną dieną nuo devynių iki dvidešimt pirmos valandos. Pristatymas nemokamas, grąžinimas galimas.',
    'UGFyZHVvdHV26yBkaXJiYSBraWVrdmllbuAgZGllbuAgbnVvIGRldnluafggaWtpIGR2aWRl8GltdCBwaXJtb3MgdmFsYW5kb3MuIFByaXN0YXR5bWFzIG5lbW9rYW1hcywgZ3Lg/mluaW1hcyBnYWxpbWFzLg==',
  ],
  [
    'windows-874',
    'ร้านเปิดทุกวันตั้งแต่เก้าโมงเช้าถึงสามทุ่ม จัดส่งฟรี คืนสินค้าภายในสิบสี่วัน',
    'w+nSueC71LS32KHH0bm10emn4bXo4KHp0uLBp+Cq6dK21qfK0sG32OjBIKjRtMrop7/D1SCk17nK1Lmk6dLA0sLjucrUusrV6MfRuQ==',
  ],
  [
    'utf-16le',
    'Магазин работает ежедневно',
    'HAQwBDMEMAQ3BDgEPQQgAEAEMAQxBD4EQgQwBDUEQgQgADUENgQ1BDQEPQQ1BDIEPQQ+BA==',
  ],
  [
    'utf-16be',
    'Магазин работает ежедневно',
    'BBwEMAQzBDAENwQ4BD0AIARABDAEMQQ+BEIEMAQ1BEIAIAQ1BDYENQQ0BD0ENQQyBD0EPg==',
  ],
  [
    'utf-16le',
    '商品の返品は到着後7日以内にお願いいたします。\n',
    'RlXBVG4w1I/BVG8wMFJAd4xfNwDlZeVOhVFrMEowWJhEMEQwXzBXMH4wWTACMAoA',
  ],
  [
    'utf-16be',
    '商品の返品は到着後7日以内にお願いいたします。\n',
    'VUZUwTBuj9RUwTBvUjB3QF+MADdl5U7lUYUwazBKmFgwRDBEMF8wVzB+MFkwAgAK',
  ],
  ['utf-16le', '영업시간은 평일 오전 아홉시부터', 'AcbFxdzCBKxAxyAAydN8xyAAJMYEyCAARMVJ1tzCgL0w0Q=='],
  [
    'windows-1252',
    'We don’t deliver on Sundays – sorry. Chair £45, table 60 €.',
    'V2UgZG9uknQgZGVsaXZlciBvbiBTdW5kYXlzIJYgc29ycnkuIENoYWlyIKM0NSwgdGFibGUgNjAggC4=',
  ],
  [
    'windows-1252',
    'Wash at 30 °C. Dry flat. Do not bleach the fabric.',
    'V2FzaCBhdCAzMCCwQy4gRHJ5IGZsYXQuIERvIG5vdCBibGVhY2ggdGhlIGZhYnJpYy4=',
  ],
  [
    'windows-1252',
    'Opening hours of our café: nine to five.',
    'T3BlbmluZyBob3VycyBvZiBvdXIgY2Fm6TogbmluZSB0byBmaXZlLg==',
  ],
  [
    'windows-1250',
    'Název;Cena\r\nŽidle;1500 Kč\r\nStůl;2500 Kč\r\nSkříň;4000 Kč\r\n',
    'TuF6ZXY7Q2VuYQ0KjmlkbGU7MTUwMCBL6A0KU3T5bDsyNTAwIEvoDQpTa/jt8js0MDAwIEvoDQo=',
  ],
  [
    'windows-1250',
    'Nazwa;Cena\r\nKrzesło;150 zł\r\nŁóżko;900 zł\r\n',
    'TmF6d2E7Q2VuYQ0KS3J6ZXOzbzsxNTAgerMNCqPzv2tvOzkwMCB6sw0K',
  ],
  ['windows-1251', 'Товар;Цена\r\nСтул;1500\r\n', '0u7i4PA71uXt4A0K0fLz6zsxNTAwDQo='],
  ['koi8-r', 'Товар;Цена\r\nСтул;1500\r\n', '9M/XwdI748XOwQ0K89TVzDsxNTAwDQo='],
  ['gbk', '营业中', '06rStdbQ'],
  ['shift_jis', '営業中', 'iWOLxpKG'],
]
