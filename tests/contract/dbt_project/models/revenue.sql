select c.country, sum(d.amount) as amount
from {{ ref('orders_daily') }} d join {{ ref('countries') }} c on true group by 1
