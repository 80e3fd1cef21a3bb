import sys,json
W='/work/wt/drivers2/locales'
for loc in 'da de en es fr hu it nl'.split():
    p=f'{W}/{loc}/{sys.argv[1]}.json'
    d=json.load(open(p,encoding='utf8'))
    for k in sys.argv[2:]: d.pop(k,None)
    open(p,'w',encoding='utf8').write(json.dumps(d,ensure_ascii=False,indent=2)+'\n')
